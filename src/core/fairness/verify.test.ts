import { describe, expect, test } from 'vitest'
import type { Cents } from '../money/cents.ts'
import { formatInstant, parseInstant } from './instant.ts'
import type { NewRecord } from './log.ts'
import { betLeafHash } from './bets.ts'
import { inclusionProof } from './merkle.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import { roundTimeMs } from './beacon.ts'
import type { OwnEvidence } from './check/draw-case.ts'
import { fail, notChecked, pass } from './check/finding.ts'
import { parsePolicy, type Policy } from './tlog/policy.ts'
import vectors from './testing/drand-quicknet.json' with { type: 'json' }
import * as made from './testing/genuine-draw.ts'
import { verifyDraw, type Verdict } from './verify.ts'

const house = made.houseDraft()
const status = ({ steps }: Verdict) => Object.fromEntries(steps.map((step) => [step.step, step.status]))
const reasonOf = ({ steps }: Verdict, step: number) => steps[step - 1]!.reason
const later = (at: string, ms: number) => formatInstant(parseInstant(at)! + ms)
const everyStep = Array.from({ length: 17 }, (_, at) => at + 1)

// No game draws at the time of a round that was recorded; all else of step 6 is looked at before that.
test.each(vectors.positive.slice(4))(
  'a draw on public round $round passes all but the time of its number',
  (beacon) => {
    const draft = made.quicknetDraft(beacon)
    const log = made.sealLog(made.entriesOf(draft))
    const kept = { ...made.keptFrom(draft), policy: made.testPolicy }
    const own = made.evidence({ mode: 'public-beacon', ...kept, relayed: [beacon, beacon] })
    const verdict = verifyDraw({ ...made.shownDraw(draft, log), seen: made.witnessedClose(log) }, own)
    expect(status(verdict)).toEqual(Object.fromEntries(everyStep.map((step) => [step, step === 6 ? 'fail' : 'pass'])))
    expect(reasonOf(verdict, 6)).toBe('times-differ')
    expect(verdict).toMatchObject({ verdict: 'fail', mode: 'public-beacon', outcome: draft.result.body.outcome })
  },
)

test('on a house beacon all passes but the step that only a public beacon can pass', () => {
  const verdict = verifyDraw(made.shownDraw(house), made.evidence(made.keptFrom(house)))
  const not = verdict.steps.filter((step) => step.status !== 'pass')
  expect(not).toMatchObject([{ step: 4, status: 'not-checked', reason: 'operator-run-beacon' }])
  expect(verdict).toMatchObject({ verdict: 'pass', mode: 'house-beacon' })
})

test('what nobody brought is not checked, and never passed', () => {
  const shown = { ...made.shownDraw(house), bets: null, rules: null }
  const verdict = verifyDraw(shown, made.evidence({ pinnedKey: null, settleBet: null }))
  expect(Object.fromEntries(verdict.steps.filter((s) => s.status !== 'pass').map((s) => [s.step, s.reason]))).toEqual({
    1: 'no-pinned-key',
    4: 'operator-run-beacon',
    8: 'no-witness-note',
    12: 'no-receipt',
    13: 'no-receipt',
    14: 'no-bets-file',
    15: 'no-receipt',
    16: 'no-bets-file',
    17: 'no-running-head',
  })
})

test('an unknown draw fails as one that was never scheduled', () => {
  const verdict = verifyDraw({ ...made.shownDraw(house), drawId: 'k3_5m:20250101:0001' }, made.evidence())
  expect(reasonOf(verdict, 3)).toBe('no-schedule')
  expect(verdict.mode).toBe('unknown')
})

test('a house chain that does not fit the hash in the schedule is not taken', () => {
  const chain = { ...made.testHouse, genesisSec: made.testHouse.genesisSec + 3 }
  const verdict = verifyDraw({ ...made.shownDraw(house), chain }, made.evidence())
  expect(reasonOf(verdict, 4)).toBe('unknown-chain')
  expect(reasonOf(verdict, 10)).toBe('no-chain')
})

test('a proof does for the bets file, for one bet', () => {
  const { receipt } = made.keptFrom(house)
  const proof = inclusionProof(house.bets.map(betLeafHash), 1).map(bytesToHex)
  const shown = { ...made.shownDraw(house), bets: null }
  expect(status(verifyDraw(shown, made.evidence({ receipt, proof })))[13]).toBe('pass')
  expect(reasonOf(verifyDraw(shown, made.evidence({ receipt, proof: proof.slice(1) })), 13)).toBe('bet-not-in-root')
  expect(reasonOf(verifyDraw(shown, made.evidence({ receipt, proof: ['x'] })), 13)).toBe('proof-false')
  expect(reasonOf(verifyDraw(shown, made.evidence({ receipt })), 13)).toBe('no-bets-file')
})

test('with records left out the order of the log is not shown, and nothing is claimed about it', () => {
  const all = made.shownLog(made.sealLog(made.entriesOf(house)))
  const showing = (...places: readonly number[]) => {
    const log = made.readShown({ ...all, entries: places.map((place) => all.entries[place]!) })
    return verifyDraw({ ...made.shownDraw(house), log }, made.evidence())
  }
  const verdict = showing(1, 2, 3, 5)
  expect(reasonOf(verdict, 2)).toBe('log-has-gaps')
  expect(reasonOf(verdict, 3)).toBe('not-finished')
  expect(showing(1, 2, 3, 4).verdict).toBe('pass')
})

describe('a draw without a result', () => {
  const end = (entry: NewRecord, extra: NewRecord[] = []) =>
    made.shownDraw(house, made.sealLog([...house.before, house.schedule, house.close, entry, ...extra]))
  const noBeacon: NewRecord = {
    at: later(house.schedule.body.draws[0]!.drawsAt, 7 * 86_400_000 + 60_000),
    type: 'void',
    body: { ...made.refundBody(house), reason: 'beacon-unavailable' },
  }
  const { receipt, paidToMe } = made.keptFrom(house)
  const stake = BigInt(house.bets[1]!.stake) as Cents

  test('is void after a week without a beacon, and everybody has the stake back', () => {
    const verdict = verifyDraw(end(noBeacon), made.evidence({ receipt, paidToMe: stake }))
    expect(verdict.verdict).toBe('pass')
    expect(status(verdict)).toMatchObject({ 3: 'pass', 7: 'not-checked', 10: 'not-checked', 15: 'pass', 16: 'pass' })
    expect(reasonOf(verifyDraw(end(noBeacon), made.evidence({ receipt, paidToMe: (stake - 1n) as Cents })), 15)).toBe(
      'payout-differs',
    )
  })

  test('has its shadow result checked when the beacon comes after all', () => {
    const shadow: NewRecord = { at: later(noBeacon.at, 60_000), type: 'shadow', body: house.result.body }
    const due = paidToMe > stake ? paidToMe : stake
    const verdict = verifyDraw(end(noBeacon, [shadow]), made.evidence({ receipt, paidToMe: due }))
    expect(status(verdict)).toMatchObject({ 3: 'pass', 10: 'pass', 11: 'pass', 15: 'pass', 16: 'pass' })
    const wrong: NewRecord = { ...shadow, body: { ...house.result.body, outcome: [6, 6, 6] } }
    expect(reasonOf(verifyDraw(end(noBeacon, [wrong]), made.evidence()), 11)).toBe('outcome-differs')
  })

  test('must give back every stake', () => {
    const short: NewRecord = { ...noBeacon, body: { ...noBeacon.body, refundTotal: 1 } as never }
    expect(reasonOf(verifyDraw(end(short), made.evidence()), 16)).toBe('refund-differs')
  })

  test('may be cancelled before betting ends', () => {
    const cancel: NewRecord = {
      at: later(house.schedule.body.draws[0]!.closesAt, -1),
      type: 'cancel',
      body: { ...made.refundBody(house), reason: 'emergency stop' },
    }
    const shown = made.shownDraw(house, made.sealLog([...house.before, house.schedule, cancel]))
    expect(verifyDraw(shown, made.evidence({ receipt, paidToMe: stake })).verdict).toBe('pass')
    const late = made.shownDraw(
      house,
      made.sealLog([...house.before, house.schedule, { ...cancel, at: house.close.at }]),
    )
    expect(reasonOf(verifyDraw(late, made.evidence()), 3)).toBe('cancel-after-close')
  })

  test('may be void for a late close, if the close is logged and was late', () => {
    const lateClose: NewRecord = {
      at: house.result.at,
      type: 'void',
      body: { ...made.refundBody(house), reason: 'late-close' },
    }
    const judge = (...closed: NewRecord[]) =>
      verifyDraw(
        made.shownDraw(house, made.sealLog([...house.before, house.schedule, ...closed, lateClose])),
        made.evidence(),
      )
    expect(judge({ ...house.close, at: house.result.at }).verdict).toBe('pass')
    expect(reasonOf(judge(), 3)).toBe('void-unfounded')
  })

  test('for a late close gives the stake back, to the cent', () => {
    const at = house.result.at
    const body = { ...made.refundBody(house), reason: 'late-close' as const }
    const log = made.sealLog([...house.before, house.schedule, { ...house.close, at }, { at, type: 'void', body }])
    const paid = (cents: bigint) =>
      verifyDraw(made.shownDraw(house, log), made.evidence({ receipt, paidToMe: cents as Cents }))
    expect(paid(stake).verdict).toBe('pass')
    expect(reasonOf(paid(stake + 1n), 15)).toBe('payout-differs')
  })

  test('may be skipped where nobody bet, and a receipt shows that somebody did', () => {
    const skip: NewRecord = { at: house.result.at, type: 'skip', body: { drawId: house.drawId } }
    const log = made.sealLog([...house.before, house.schedule, skip])
    const empty = { ...made.shownDraw(house, log), bets: [] }
    const verdict = verifyDraw(empty, made.evidence())
    expect(verdict.verdict).toBe('pass')
    expect(status(verdict)).toMatchObject({ 3: 'pass', 7: 'not-checked', 11: 'not-checked', 16: 'pass' })
    expect(reasonOf(verifyDraw(empty, made.evidence({ receipt })), 13)).toBe('bet-not-in-root')
    expect(reasonOf(verifyDraw(made.shownDraw(house, log), made.evidence()), 16)).toBe('refund-differs')
  })
})

describe('step 8 with a policy of three witnesses, of whom two are enough', () => {
  const roundMs = roundTimeMs(made.testHouse, house.result.body.round)
  const log = made.sealLog(made.entriesOf(house))
  const lateAt = formatInstant(roundMs - 999)
  const lateBody = { ...made.refundBody(house), reason: 'late-close' as const }
  const late = made.sealLog([
    ...house.before,
    house.schedule,
    { ...house.close, at: lateAt },
    { at: lateAt, type: 'void', body: lateBody },
  ])
  type Change = { readonly sealed?: made.Sealed; readonly own?: Partial<OwnEvidence> }
  const judge = (seen: string | null, { sealed = log, own }: Change = {}) =>
    verifyDraw({ ...made.shownDraw(house, sealed), seen }, made.evidence({ policy: made.testPolicy, ...own }))
  const step8 = (seen: string | null, change?: Change) => {
    const { status, reason, facts } = judge(seen, change).steps[7]!
    return { status, reason, facts }
  }

  /** The checkpoint with the close, cosigned by these witnesses so many milliseconds before the round. */
  function seenBy(aheadMs: { readonly [name: string]: number }, sealed = log): string {
    const closeMs = parseInstant(sealed === late ? lateAt : house.close.at)!
    const line = (name: string, ahead: number) =>
      made
        .witnessedClose(sealed, roundMs - ahead - closeMs)!
        .split('\n')
        .find((each) => each.includes(` ${name}.example `))!
    const note = made.witnessedClose(sealed)!.replaceAll(/.* (north|south|west)\.example .*\n/g, '')
    return (
      note +
      Object.entries(aheadMs)
        .map(([name, ahead]) => `${line(name, ahead)}\n`)
        .join('')
    )
  }
  const missed = (witnesses: string) => fail('close-not-witnessed', { witnesses })

  test('passes where enough of them cosigned, and says who and how long before', () => {
    const named = (witnesses: string, aheadSeconds: number) => pass({ witnesses, aheadSeconds })
    expect(step8(made.witnessedClose(log))).toEqual(named('north south west', 29))
    expect(step8(seenBy({ west: 9_000, north: 12_000 }))).toEqual(named('north west', 9))
    expect(judge(seenBy({ west: 9_000, north: 12_000 })).verdict).toBe('pass')
  })

  test('fails where fewer did, or none', () => {
    expect(step8(seenBy({ south: 10_000 }))).toEqual(missed('south'))
    expect(step8(seenBy({}))).toEqual(missed(''))
    expect(step8(null)).toEqual(missed(''))
    expect(judge(seenBy({ south: 10_000 })).verdict).toBe('fail')
  })

  test('counts a cosignature that is dated a second before the round, and none after that', () => {
    expect(step8(seenBy({ north: 1_000, south: 1_000 }))).toEqual(pass({ witnesses: 'north south', aheadSeconds: 1 }))
    expect(step8(seenBy({ north: 0, south: 0 }))).toEqual(missed(''))
    expect(step8(seenBy({ north: 0, south: 1_000 }))).toEqual(missed('south'))
    expect(step8(seenBy({ north: 0, south: 1_000, west: 5_000 }))).toEqual(
      pass({ witnesses: 'south west', aheadSeconds: 1 }),
    )
    expect(step8(seenBy({ north: -60_000, south: -60_000, west: -60_000 }))).toEqual(missed(''))
  })

  test('waits for the witnesses up to the round', () => {
    const at = (nowMs: number) => step8(seenBy({ south: 10_000 }), { own: { nowMs } })
    expect(at(roundMs - 1)).toEqual(notChecked('close-not-witnessed', { witnesses: 'south' }))
    expect(at(roundMs)).toEqual(missed('south'))
    expect(step8(null, { own: { nowMs: roundMs - 1 } })).toEqual(notChecked('close-not-witnessed', { witnesses: '' }))
  })

  test('asks nobody under a policy without a quorum', () => {
    const policy = parsePolicy(`log ${made.operatorKey}\nquorum none\n`) as Policy
    expect(step8(null, { own: { policy } })).toEqual(notChecked('no-policy'))
    expect(step8(made.witnessedClose(log), { own: { policy } })).toEqual(notChecked('no-policy'))
    const { note } = made.keptFrom(house)
    expect(step8(null, { own: { policy, note } })).toEqual(pass({ seenAt: note.seenAt }))
  })

  test('takes both words where the checker saw the close as well', () => {
    const { note } = made.keptFrom(house)
    const { seenAt } = note
    const both = (seen: string | null, own: Partial<OwnEvidence> = {}) => step8(seen, { own: { note, ...own } })
    expect(both(seenBy({ north: 9_000, west: 9_000 }))).toEqual(
      pass({ seenAt, witnesses: 'north west', aheadSeconds: 9 }),
    )
    expect(both(seenBy({ north: 9_000 }))).toEqual(missed('north'))
    expect(both(seenBy({ north: 9_000 }), { nowMs: roundMs - 1 })).toEqual(pass({ seenAt, witnesses: 'north' }))
    const tooLate = { closeHash: note.closeHash, seenAt: formatInstant(roundMs) }
    expect(both(made.witnessedClose(log), { note: tooLate })).toEqual(
      fail('close-seen-late', { seenAt: tooLate.seenAt }),
    )
  })

  test('passes for a close that is called late and that they saw no earlier', () => {
    const seen = seenBy({ north: -1_000, south: -2_000 }, late)
    expect(step8(seen, { sealed: late })).toEqual(pass({ witnesses: 'north south' }))
    expect(judge(seen, { sealed: late }).verdict).toBe('pass')
    // A clock that shows whole seconds does not tell these from a whole second before the round.
    for (const ahead of [999, 500, 1]) {
      expect(step8(seenBy({ north: ahead, south: ahead }, late), { sealed: late }).status).toBe('pass')
    }
  })

  test('fails for a close that is called late though one of them saw it in time', () => {
    const inTime = (witnesses: string) => fail('close-witnessed-in-time', { witnesses })
    expect(step8(seenBy({ north: 7_000, south: 7_000 }, late), { sealed: late })).toEqual(inTime('north south'))
    expect(step8(seenBy({ north: 7_000, south: -1_000 }, late), { sealed: late })).toEqual(inTime('north south'))
    // A clock that is five seconds behind accuses nobody.
    expect(step8(seenBy({ north: 6_000, south: -1_000 }, late), { sealed: late }).status).toBe('pass')
  })

  test('waits for the witnesses of a late close for half an hour', () => {
    const at = (nowMs: number | null) => step8(seenBy({ west: -1_000 }, late), { sealed: late, own: { nowMs } })
    expect(at(roundMs + 30 * 60_000 - 1)).toEqual(notChecked('close-not-witnessed', { witnesses: 'west' }))
    expect(at(roundMs + 30 * 60_000)).toEqual(missed('west'))
    expect(at(null)).toEqual(missed('west'))
  })
})

test('the same draw with other bets has the same outcome', () => {
  const other = made.copyOf(house)
  other.bets.length = 2
  made.fixBets(other)
  made.fixPayouts(other)
  const verdict = verifyDraw(made.shownDraw(other), made.evidence())
  expect(verdict).toMatchObject({ verdict: 'pass', outcome: house.result.body.outcome })
})
