import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import type { Cents } from '../../money/cents.ts'
import { betLeafHash, type BetLeaf } from '../bets.ts'
import type { NewRecord } from '../log.ts'
import { inclusionProof, merkleRoot } from '../merkle.ts'
import { packHash } from '../pack.ts'
import { betsOrigin } from '../running-head.ts'
import { logKey, signNote } from '../signatures.ts'
import { caseOf } from '../testing/case-of.ts'
import {
  fixBets,
  fixCells,
  fixPayouts,
  operatorSecret,
  refundBody,
  signedHead,
  testOrigin,
  type Draft,
} from '../testing/genuine-draw.ts'
import { flip, genuine, kept, later, roundMs } from '../testing/tamper.ts'
import { formatCheckpoint } from '../tlog/checkpoint.ts'
import { betInRoot, betsFileHolds, paidTotalFollows, payoutFollows, runningHeadsHold } from './bet-steps.ts'
import { fail, notChecked, pass, type Finding } from './finding.ts'
import { settleLeaf } from './settle-leaf.ts'

const { receipt, paidToMe } = kept
const { bets, schedule, close, result, settle } = genuine
const own = { receipt }
const malformed = [...bets.slice(0, 4), { ...bets[4]!, stake: -1 }]
const { opensAt, closesAt } = schedule.body.draws[0]!
const refund = refundBody(genuine)
const { bets: refunds, stakeTotal } = close.body
const noBeacon: NewRecord = { at: settle.at, type: 'void', body: { ...refund, reason: 'beacon-unavailable' } }
const shadow: NewRecord = { ...result, at: settle.at, type: 'shadow' }
const skip: NewRecord = { at: settle.at, type: 'skip', body: { drawId: genuine.drawId } }
const broken = { code: 'not-in-log', index: 1 } as const

describe('step 13, the bet under the root', () => {
  const proof = inclusionProof(bets.map(betLeafHash), 1).map(bytesToHex)

  test('passes with the bets file and with a proof alone', () => {
    expect(betInRoot(caseOf({ own }))).toEqual(pass({ seq: 1 }))
    expect(betInRoot(caseOf({ own: { receipt, proof }, shown: { bets: null } }))).toEqual(pass({ seq: 1 }))
  })

  test('is not checked without a receipt, the bets or the close record', () => {
    expect(betInRoot(caseOf())).toEqual(notChecked('no-receipt'))
    expect(betInRoot(caseOf({ own, shown: { bets: null } }))).toEqual(notChecked('no-bets-file'))
    expect(betInRoot(caseOf({ own, shown: { bets: malformed } }))).toEqual(notChecked('no-bets-file'))
    expect(betInRoot(caseOf({ own, change: () => [schedule, noBeacon] }))).toEqual(notChecked('no-close'))
    const { log } = caseOf({ change: () => [schedule] }).shown
    expect(betInRoot(caseOf({ own, shown: { log } }))).toEqual(fail('close-missing'))
    const at = (nowMs: number) => betInRoot(caseOf({ own: { ...own, nowMs }, shown: { log } }))
    expect([at(roundMs - 1), at(roundMs)]).toEqual([notChecked('no-close'), fail('close-missing')])
    expect(betInRoot(caseOf({ own, shown: { log: { ...log, problem: broken } } }))).toEqual(notChecked('no-close'))
  })

  test('fails for a bet in a draw that was skipped because nobody had bet', () => {
    expect(betInRoot(caseOf({ own, change: () => [schedule, skip] }))).toEqual(
      fail('bet-not-in-root', { seq: 1, bets: 0 }),
    )
  })

  test('fails for a bet beyond the last, a false proof and a bet that is not there', () => {
    const elsewhere = { ...receipt, bet: { ...receipt.bet, cell: 1 } }
    expect(betInRoot(caseOf({ own: { receipt: elsewhere } }))).toEqual(fail('bet-not-in-root', { seq: 1, bets: 0 }))
    const fewer = (count: number) =>
      betInRoot(caseOf({ own, change: (draft) => void (draft.close.body.cells[0]!.bets = count) }))
    expect(fewer(1)).toEqual(fail('bet-not-in-root', { seq: 1, bets: 1 }))
    expect(fewer(2)).toEqual(fail('bet-not-in-root', { seq: 1 }))
    const proven = (some: readonly string[]) => betInRoot(caseOf({ own: { receipt, proof: some } }))
    expect(proven([...proof.slice(1), 'x'])).toEqual(fail('proof-false'))
    expect(proven([])).toEqual(fail('bet-not-in-root', { seq: 1 }))
    expect(proven(proof.map(flip))).toEqual(fail('bet-not-in-root', { seq: 1 }))
    expect(betInRoot(caseOf({ own, shown: { bets: bets.slice(0, 1) } }))).toEqual(fail('bet-not-in-root', { seq: 1 }))
  })
})

describe('step 14, the bets file', () => {
  const held = (change: (draft: Draft) => void): Finding =>
    betsFileHolds(
      caseOf({
        change: (draft) => {
          change(draft)
          fixBets(draft)
        },
      }),
    )
  const told = (change: (draft: Draft) => void): Finding => betsFileHolds(caseOf({ change }))
  const shown = (some: readonly object[] | null): Finding => betsFileHolds(caseOf({ shown: { bets: some as never } }))

  test('holds as it was closed', () => {
    expect(betsFileHolds(caseOf())).toEqual(pass({ bets: 5, stakeTotal: 6_000 }))
    expect(betsFileHolds(caseOf({ change: () => [schedule, close] }))).toEqual(pass({ bets: 5, stakeTotal: 6_000 }))
    expect(betsFileHolds(caseOf({ change: () => [schedule] }))).toEqual(notChecked('no-close'))
    expect(shown(null)).toEqual(notChecked('no-bets-file'))
  })

  test('holds well-formed bets, as many as closed, each in its place and of this draw', () => {
    expect(shown(malformed)).toEqual(fail('bet-malformed'))
    expect(shown(bets.slice(1))).toEqual(fail('bets-count-differs', { expected: 5, found: 4 }))
    expect(held((draft) => void draft.bets[0]!.seq++)).toEqual(fail('bet-out-of-order', { seq: 0 }))
    expect(held((draft) => void draft.bets[4]!.seq++)).toEqual(fail('bet-out-of-order', { seq: 4 }))
    expect(held((draft) => void (draft.bets[3]!.drawId = 'x'))).toEqual(fail('bet-out-of-order', { seq: 3 }))
  })

  test('has the root, the stakes and the hash that were logged', () => {
    expect(told((draft) => void draft.bets[0]!.stake++)).toEqual(fail('bets-root-differs'))
    const stakes = told((draft) => {
      draft.close.body.cells[0]!.stakeTotal++
      fixCells(draft)
    })
    expect(stakes).toEqual(fail('stake-total-differs'))
    const hash = told((draft) => void (draft.settle.body.betsFileHash = packHash('another')))
    expect(hash).toEqual(fail('bets-file-differs'))
  })

  test('is closed over as many cells as were scheduled, and says of the draw what follows from them', () => {
    const differs = fail('cells-differ')
    const wrong: ((draft: Draft) => void)[] = [
      (draft) => void draft.schedule.body.cells++,
      (draft) => void draft.close.body.bets++,
      (draft) => void draft.close.body.stakeTotal--,
      (draft) => void (draft.close.body.root = flip(draft.close.body.root)),
    ]
    for (const change of wrong) {
      expect(told(change)).toEqual(differs)
      expect(betsFileHolds(caseOf({ change, shown: { bets: null } }))).toEqual(differs)
    }
    expect(betsFileHolds(caseOf({ change: () => [close] }))).toEqual(pass({ bets: 5, stakeTotal: 6_000 }))
  })

  test('holds bets from the opening up to the last millisecond before closing', () => {
    const taken = (at: string) => held((draft) => void (draft.bets[2]!.at = at))
    const passed = pass({ bets: 5, stakeTotal: 6_000 })
    expect(taken(opensAt)).toEqual(passed)
    expect(taken(later(closesAt, -1))).toEqual(passed)
    for (const at of [later(opensAt, -1), closesAt]) {
      expect(taken(at)).toEqual(fail('bet-outside-window', { seq: 2, at }))
    }
    expect(betsFileHolds(caseOf({ change: () => [close] }))).toEqual(passed)
  })
})

describe('step 15, my payout', () => {
  const paid = (amount: bigint | null, more: Parameters<typeof caseOf>[0] = {}) =>
    payoutFollows(caseOf({ ...more, own: { receipt, paidToMe: amount as Cents | null, ...more.own } }))
  const stake = BigInt(bets[1]!.stake)

  test('is exactly what the rules give', () => {
    const due = paidToMe.toString()
    expect(paid(paidToMe)).toEqual(pass({ due }))
    expect(paid(null)).toEqual(notChecked('no-payout-stated', { due }))
    expect(paid(paidToMe + 1n)).toEqual(fail('payout-differs', { expected: due, found: `${paidToMe + 1n}` }))
    expect(payoutFollows(caseOf())).toEqual(notChecked('no-receipt'))
  })

  test('is what its settlement says, win or lose', () => {
    expect(paid(7n, { own: { settleBet: () => 7n as Cents } })).toEqual(pass({ due: '7' }))
    expect(paid(7n, { own: { settleBet: () => null } })).toEqual(fail('bet-not-in-rules', { seq: 1 }))
  })

  test('is not checked without schedule, rules, outcome and settlement code', () => {
    expect(paid(0n, { change: () => [close] })).toEqual(notChecked('no-schedule'))
    expect(paid(0n, { shown: { rules: null } })).toEqual(notChecked('no-rules'))
    expect(paid(0n, { shown: { rules: {} } })).toEqual(fail('rules-differ'))
    expect(paid(0n, { change: () => [schedule, close] })).toEqual(notChecked('no-outcome'))
    expect(paid(0n, { own: { settleBet: null } })).toEqual(notChecked('no-settlement-code'))
  })

  test('of a draw that ended without a result is the stake', () => {
    const ended = { change: () => [schedule, close, noBeacon], shown: { rules: null } }
    expect(paid(stake, ended)).toEqual(pass({ due: stake.toString() }))
    expect(paid(stake - 1n, ended)).toEqual(
      fail('payout-differs', { expected: stake.toString(), found: `${stake - 1n}` }),
    )
  })

  test.each([
    [0n, stake],
    [stake - 1n, stake],
    [stake, stake],
    [stake + 1n, stake + 1n],
  ])('of a void draw whose shadow result gives %s is %s, never less than the stake', (due, least) => {
    const change = () => [schedule, close, noBeacon, shadow]
    const code = { settleBet: () => due as Cents }
    expect(paid(least, { change, own: code })).toEqual(pass({ due: due.toString() }))
    expect(paid(least - 1n, { change, own: code }).status).toBe('fail')
    expect(paid(due, { own: code })).toEqual(pass({ due: due.toString() }))
  })
})

describe('step 16, the total', () => {
  const told = (change: (draft: Draft) => void): Finding => paidTotalFollows(caseOf({ change }))
  const { paidTotal, winners } = settle.body

  test('is the sum of all payouts, and the winners those who are paid anything', () => {
    expect(paidTotalFollows(caseOf())).toEqual(pass({ paidTotal, winners }))
    expect(told((draft) => void draft.settle.body.paidTotal++)).toEqual(
      fail('paid-total-differs', { expected: String(paidTotal), found: paidTotal + 1 }),
    )
    expect(told((draft) => void draft.settle.body.winners++)).toEqual(
      fail('winners-differ', { expected: winners, found: winners + 1 }),
    )
    const each = (payout: bigint, stated: object) =>
      paidTotalFollows(
        caseOf({
          change: (draft) => void Object.assign(draft.settle.body, stated),
          own: { settleBet: () => payout as Cents },
        }),
      )
    expect(each(1n, { paidTotal: 5, winners: 5 })).toEqual(pass({ paidTotal: 5, winners: 5 }))
    expect(each(0n, { paidTotal: 0, winners: 0 })).toEqual(pass({ paidTotal: 0, winners: 0 }))
  })

  test('is not checked without what it takes', () => {
    expect(paidTotalFollows(caseOf({ change: () => [schedule, settle] }))).toEqual(notChecked('no-close'))
    expect(paidTotalFollows(caseOf({ change: () => [schedule, close] }))).toEqual(notChecked('no-settle'))
    expect(paidTotalFollows(caseOf({ shown: { bets: null } }))).toEqual(notChecked('no-bets-file'))
    expect(paidTotalFollows(caseOf({ shown: { bets: malformed } }))).toEqual(fail('bet-malformed'))
    expect(paidTotalFollows(caseOf({ shown: { rules: null } }))).toEqual(notChecked('no-rules'))
  })

  test('fails on a bet that the rules do not sell', () => {
    const settleBet = (...[rules, bet, outcome]: Parameters<typeof settleLeaf>) =>
      bet.seq === 3 ? null : settleLeaf(rules, bet, outcome)
    expect(paidTotalFollows(caseOf({ own: { settleBet } }))).toEqual(fail('bet-not-in-rules', { seq: 3 }))
    const changed = told((draft) => {
      draft.bets[2]!.odds = 9_990
      fixBets(draft)
      fixPayouts(draft)
    })
    expect(changed).toEqual(fail('bet-not-in-rules', { seq: 2 }))
  })
})

describe('step 16, the refund of a draw that ended without a result', () => {
  const gave = (body: object, entries: readonly NewRecord[] = [schedule, close], shown = {}) =>
    paidTotalFollows(
      caseOf({ change: () => [...entries, { ...noBeacon, body: { ...noBeacon.body, ...body } }], shown }),
    )
  const passed = pass({ refunds, refundTotal: stakeTotal })

  test('is every stake that was closed', () => {
    expect(gave({}, undefined, { bets: null })).toEqual(passed)
    const short = fail('refund-differs', { expected: 6_000, found: 5_999 })
    expect(gave({ refundTotal: 5_999 })).toEqual(short)
    expect(gave({ refunds: 4 })).toEqual(fail('refund-differs', { expected: 6_000, found: 6_000 }))
  })

  test('is every stake of the bets file where nothing was closed', () => {
    expect(gave({}, [schedule])).toEqual(passed)
    expect(gave({ refundTotal: 6_001 }, [schedule])).toEqual(fail('refund-differs', { expected: 6_000, found: 6_001 }))
    expect(gave({}, [schedule], { bets: null })).toEqual(notChecked('no-bets-file'))
    expect(gave({}, [schedule], { bets: malformed })).toEqual(notChecked('no-bets-file'))
    expect(gave({}, [schedule, close], { bets: malformed })).toEqual(passed)
  })
})

describe('steps 14 and 16 where a site was asked for the bets file and shows none', () => {
  const both = (change: (draft: Draft) => void | readonly NewRecord[], own = { expectsBets: true }) => {
    const found = caseOf({ change, own, shown: { bets: null } })
    return [betsFileHolds(found), paidTotalFollows(found)]
  }
  const withheld = fail('bets-file-missing', { bets: 5 })
  const open = notChecked('no-bets-file')
  const cancelled: NewRecord = { at: settle.at, type: 'cancel', body: { ...refund, reason: 'storm' } }

  test('fail for a draw that had bets and is over', () => {
    expect(both(() => {})).toEqual([withheld, withheld])
    expect(both(() => [schedule, close, noBeacon])).toEqual([withheld, pass({ refunds, refundTotal: stakeTotal })])
    expect(both(() => [schedule, cancelled])).toEqual([notChecked('no-close'), withheld])
  })

  test('are not taken before that, nor for a draw without bets, nor where no site was asked', () => {
    expect(both(() => [schedule, close, result])).toEqual([open, notChecked('no-settle')])
    const empty = (draft: Draft) => {
      draft.bets.length = 0
      fixBets(draft)
    }
    expect(both(empty)).toEqual([open, open])
    expect(both(() => [schedule, skip])).toEqual([notChecked('no-close'), open])
    expect(both(() => {}, { expectsBets: false })).toEqual([open, open])
  })
})

describe('steps 15 and 16 where a site was asked for the rules and shows none', () => {
  const both = (change: (draft: Draft) => void | readonly NewRecord[], more: Parameters<typeof caseOf>[0] = {}) => {
    const found = caseOf({
      change,
      own: { receipt, expectsRules: true, ...more.own },
      shown: { rules: null, ...more.shown },
    })
    return [payoutFollows(found), paidTotalFollows(found)]
  }
  const withheld = fail('rules-missing')
  const open = notChecked('no-rules')

  test('fail for a draw that was paid by them, whether or not its bets are shown', () => {
    expect(both(() => {})).toEqual([withheld, withheld])
    expect(both(() => {}, { shown: { bets: null } })).toEqual([withheld, withheld])
    const shadowed = both(() => [schedule, close, noBeacon, shadow])
    expect(shadowed).toEqual([withheld, pass({ refunds, refundTotal: stakeTotal })])
  })

  test('are not taken before that, nor where no site was asked', () => {
    expect(both(() => [schedule, close, result])).toEqual([open, notChecked('no-settle')])
    expect(both(() => {}, { own: { expectsRules: false } })).toEqual([open, open])
  })
})

describe('step 17, the running heads', () => {
  const headOf = (some: readonly BetLeaf[], secret = operatorSecret) => {
    const origin = betsOrigin(testOrigin, { drawId: genuine.drawId, cell: 0 })
    const text = formatCheckpoint({ origin, size: some.length, root: merkleRoot(some.map(betLeafHash)) })
    return signNote(text, logKey(testOrigin, secret), secret)
  }
  const heads = [0, 1, 3, 5].map((size) => headOf(bets.slice(0, size)))
  const held = (some: readonly string[], more: Parameters<typeof caseOf>[0] = {}) =>
    runningHeadsHold(caseOf({ ...more, own: { heads: some } }))
  const contradicted = (seen: number, found: number) => fail('running-head-contradicted', { seen, bets: found })
  const cancelled: NewRecord = { at: settle.at, type: 'cancel', body: { ...refund, reason: 'storm' } }

  test('are the beginnings of the bets that were closed', () => {
    expect(held(heads)).toEqual(pass({ heads: 4, bets: 5 }))
    expect(held(heads.slice(0, 3))).toEqual(pass({ heads: 3, bets: 3 }))
    expect(held(heads.toReversed())).toEqual(pass({ heads: 4, bets: 5 }))
    expect(held([heads[0]!])).toEqual(pass({ heads: 1, bets: 0 }))
  })

  test('are contradicted by bets that changed, went missing or changed places', () => {
    const edited = bets.with(0, { ...bets[0]!, sel: '6' })
    expect(held([headOf(edited.slice(0, 3))])).toEqual(contradicted(3, 5))
    expect(held([...heads, headOf(edited.slice(0, 1))])).toEqual(contradicted(1, 5))
    expect(held([headOf([bets[1]!, bets[0]!])])).toEqual(contradicted(2, 5))
    expect(held(heads, { shown: { bets: bets.slice(0, 4) } })).toEqual(contradicted(5, 4))
    const dropped = (draft: Draft) => {
      draft.bets.length = 4
      fixBets(draft)
    }
    expect(held(heads, { change: dropped })).toEqual(contradicted(5, 4))
    expect(held(heads, { change: dropped, shown: { bets: null } })).toEqual(contradicted(5, 4))
    expect(held(heads.slice(0, 3), { change: dropped })).toEqual(pass({ heads: 3, bets: 3 }))
    const elsewhere = signedHead({ ...genuine, bets: [{ ...bets[0]!, cell: 1 }] }, { cell: 1, size: 1 })
    expect(held([...heads, elsewhere])).toEqual(contradicted(1, 0))
  })

  test('are the operator’s, and of this draw', () => {
    const notGenuine = fail('running-head-false')
    expect(held([headOf(bets, packHash('a stranger'))])).toEqual(notGenuine)
    expect(held([...heads, heads[2]!.replace('\n3\n', '\n4\n')])).toEqual(notGenuine)
    expect(held([heads[2]!.replace(/\n\n[^]*$/, '\n')])).toEqual(notGenuine)
    expect(held(heads, { shown: { drawId: genuine.drawId.replace('0001', '0002') } })).toEqual(notGenuine)
    expect(held(heads, { shown: { keyChanges: ['not a change'] } })).toEqual(notGenuine)
  })

  test('bind a draw that ended without a result as well', () => {
    const changed = headOf([{ ...bets[0]!, sel: '6' }])
    expect(held(heads, { change: () => [schedule, close, noBeacon] })).toEqual(pass({ heads: 4, bets: 5 }))
    expect(held(heads, { change: () => [schedule, cancelled] })).toEqual(pass({ heads: 4, bets: 5 }))
    expect(held([changed], { change: () => [schedule, cancelled] })).toEqual(contradicted(1, 5))
    expect(held([heads[1]!], { change: () => [schedule, skip] })).toEqual(contradicted(1, 0))
  })

  test('are not checked without the bets and the close record', () => {
    expect(held([])).toEqual(notChecked('no-running-head'))
    expect(held(heads, { change: () => [schedule] })).toEqual(notChecked('no-close'))
    expect(held(heads, { shown: { bets: null } })).toEqual(notChecked('no-bets-file'))
    expect(held(heads, { change: () => [schedule, cancelled], shown: { bets: null } })).toEqual(
      notChecked('no-bets-file'),
    )
    expect(held(heads, { shown: { bets: malformed } })).toEqual(fail('bet-malformed'))
  })
})

test('rules and bets that no program could have written fail their steps, and end nothing', () => {
  const unreadable = { family: 0.5 } as never
  expect(paidTotalFollows(caseOf({ shown: { rules: unreadable } }))).toEqual(fail('rules-differ'))
  const throwing = { settleBet: () => JSON.parse('{') as never }
  expect(paidTotalFollows(caseOf({ own: throwing }))).toEqual(fail('bet-not-in-rules', { seq: 0 }))
  for (const odd of [{ stake: -0 }, { sel: '\ud800' }]) {
    const bets = genuine.bets.map((each) => ({ ...each, ...odd }))
    expect(betsFileHolds(caseOf({ shown: { bets } }))).toEqual(fail('bet-malformed'))
  }
})
