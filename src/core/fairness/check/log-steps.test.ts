import { describe, expect, test } from 'vitest'
import { formatInstant } from '../instant.ts'
import { readLog, type NewRecord } from '../log.ts'
import { packHash } from '../pack.ts'
import { isSignedBy, publicKeyOf, signReceipt, signRecord } from '../signatures.ts'
import { quicknet } from '../beacon.ts'
import { caseOf, chained } from '../testing/case-of.ts'
import { entriesOf, operatorKey as pinned, operatorSecret, refundBody, type Draft } from '../testing/genuine-draw.ts'
import { genuine, kept, later, roundMs } from '../testing/tamper.ts'
import { fail, notChecked, pass } from './finding.ts'
import {
  closedInTime,
  logHolds,
  operatorKey,
  publicBeacon,
  receiptHead,
  roundByFormula,
  scheduledAhead,
  witnessed,
} from './log-steps.ts'

const slotOf = (draft: Draft) => draft.schedule.body.draws[0]!
const unseen = (draft: Draft) => [...draft.before, ...draft.after]
const { game } = genuine.schedule.body

describe('step 1, the operator key', () => {
  const secret = packHash('next key')
  const next = publicKeyOf(secret)
  const handover = signRecord(null, { at: genuine.schedule.at, type: 'key', body: { publicKey: next } }, operatorSecret)

  test('passes for the pinned key and for one it handed over to, and for no other', () => {
    expect(operatorKey(caseOf())).toEqual(pass({ key: pinned }))
    expect(operatorKey(caseOf({ shown: { operatorKey: next, keyChanges: [handover] } }))).toEqual(pass({ key: next }))
    expect(operatorKey(caseOf({ shown: { operatorKey: next } }))).toEqual(fail('key-not-pinned', { key: next }))
    expect(operatorKey(caseOf({ own: { pinnedKey: null } }))).toEqual(notChecked('no-pinned-key'))
  })
})

describe('step 2, the log', () => {
  const lines = chained(entriesOf(genuine))
  const read = (some: typeof lines) =>
    logHolds(
      caseOf({
        shown: { log: readLog({ lines: some, key: pinned, signatures: 'all', isSignedBy: () => true }) },
      }),
    )

  test('passes whole, names the line of a fault counted from one, and claims nothing across a gap', () => {
    expect(read(lines)).toEqual(pass({ records: 6 }))
    expect(read([lines[0]!, lines[1]!, lines[1]!])).toEqual(fail('log-out-of-order', { line: 3 }))
    expect(read([lines[0]!, lines[2]!, lines[4]!])).toEqual(notChecked('log-has-gaps', { gaps: 2 }))
  })
})

describe('step 4, the beacon', () => {
  const onQuicknet = (draft: Draft) => void (draft.schedule.body.beacon.chainHash = quicknet.chainHash)

  test('passes on the pinned chain alone', () => {
    expect(publicBeacon(caseOf({ change: onQuicknet }))).toEqual(pass({ beacon: 'quicknet' }))
    expect(publicBeacon(caseOf())).toEqual(notChecked('operator-run-beacon'))
    expect(publicBeacon(caseOf({ own: { mode: 'public-beacon' } }))).toEqual(fail('operator-run-beacon'))
    expect(publicBeacon(caseOf({ change: unseen }))).toEqual(notChecked('no-schedule'))
  })

  test('a chain is taken only if it and its own hash are those of the schedule', () => {
    const { chain } = genuine
    const { chainHash } = chain
    const unknown = fail('unknown-chain', { chainHash })
    expect(publicBeacon(caseOf({ shown: { chain: null } }))).toEqual(unknown)
    expect(publicBeacon(caseOf({ shown: { chain: { ...chain, periodSec: 30 } } }))).toEqual(unknown)
    expect(publicBeacon(caseOf({ shown: { chain: { ...chain, chainHash: pinned } } }))).toEqual(unknown)
    const moved = caseOf({ change: (draft) => void (draft.schedule.body.beacon.chainHash = pinned) })
    expect(publicBeacon(moved)).toEqual(fail('unknown-chain', { chainHash: pinned }))
  })
})

describe('step 5, the notice', () => {
  const logged = (beforeOpening: number, chainHash = genuine.chain.chainHash) =>
    scheduledAhead(
      caseOf({
        change: (draft) => {
          draft.schedule.at = later(slotOf(draft).opensAt, -beforeOpening)
          draft.schedule.body.beacon.chainHash = chainHash
          return [draft.schedule]
        },
      }),
    )

  test('a schedule is logged no later than its opening, and on the public beacon an hour before', () => {
    expect(scheduledAhead(caseOf({ change: unseen }))).toEqual(notChecked('no-schedule'))
    expect(logged(0)).toEqual(pass({ noticeMinutes: 0 }))
    expect(logged(-1)).toEqual(fail('schedule-after-opening', { at: later(slotOf(genuine).opensAt, 1) }))
    expect(logged(3_600_000, quicknet.chainHash)).toEqual(pass({ noticeMinutes: 60 }))
    expect(logged(3_599_999, quicknet.chainHash)).toEqual(fail('schedule-short-notice', { noticeMinutes: 59 }))
    expect(logged(3_599_999)).toEqual(pass({ noticeMinutes: 59 }))
  })

  test('the hour counts to the first draw of the schedule', () => {
    const found = caseOf({
      change: (draft) => {
        const { opensAt } = slotOf(draft)
        draft.schedule.at = later(opensAt, -3_600_000)
        draft.schedule.body.beacon.chainHash = quicknet.chainHash
        const first = { ...slotOf(draft), drawId: `${game}:20251101:0000`, opensAt: later(opensAt, -60_000) }
        draft.schedule.body.draws.push(first)
        return [draft.schedule]
      },
    })
    expect(scheduledAhead(found)).toEqual(fail('schedule-short-notice', { noticeMinutes: 59 }))
  })
})

describe('step 6, the round', () => {
  const { round } = slotOf(genuine)
  const moved = (change: (slot: ReturnType<typeof slotOf>) => unknown) =>
    roundByFormula(caseOf({ change: (draft) => void change(slotOf(draft)) }))

  test('is the one of the draw time, in the schedule and in the result', () => {
    expect(roundByFormula(caseOf())).toEqual(pass({ round }))
    expect(roundByFormula(caseOf({ change: (draft) => [draft.schedule] }))).toEqual(pass({ round }))
    expect(moved((slot) => slot.round++)).toEqual(fail('round-not-by-formula', { expected: round, found: round + 1 }))
    const other = caseOf({ change: (draft) => void draft.result.body.round++ })
    expect(roundByFormula(other)).toEqual(fail('round-differs', { expected: round, found: round + 1 }))
    expect(roundByFormula(caseOf({ change: unseen }))).toEqual(notChecked('no-schedule'))
    expect(roundByFormula(caseOf({ shown: { chain: null } }))).toEqual(notChecked('no-chain'))
  })

  test('betting takes some time and ends nine seconds before the draw', () => {
    const nearest = later(slotOf(genuine).drawsAt, -9_000)
    expect(moved((slot) => (slot.closesAt = nearest))).toEqual(pass({ round }))
    expect(moved((slot) => (slot.closesAt = later(nearest, 1)))).toEqual(fail('close-too-near'))
    expect(moved((slot) => (slot.closesAt = later(slot.opensAt, 1)))).toEqual(pass({ round }))
    expect(moved((slot) => (slot.closesAt = slot.opensAt))).toEqual(fail('close-too-near'))
  })
})

describe('step 7, the close record', () => {
  const closed = (at: string) => closedInTime(caseOf({ change: ({ schedule, close }) => [schedule, { ...close, at }] }))
  const { closesAt } = slotOf(genuine)

  test('comes when betting has ended and a second before the round', () => {
    const latest = formatInstant(roundMs - 1_000)
    expect(closed(closesAt)).toEqual(pass({ aheadMs: 32_000 }))
    expect(closed(latest)).toEqual(pass({ aheadMs: 1_000 }))
    expect(closed(later(closesAt, -1))).toEqual(fail('close-before-end', { at: later(closesAt, -1) }))
    expect(closed(later(latest, 1))).toEqual(fail('close-too-late', { at: later(latest, 1) }))
  })

  test('is not asked for where there is none', () => {
    const refund = refundBody(genuine)
    const { at } = genuine.schedule
    const ended = (entry: NewRecord) => closedInTime(caseOf({ change: ({ schedule }) => [schedule, entry] }))
    expect(ended({ at, type: 'void', body: { ...refund, reason: 'secret-lost' } })).toEqual(notChecked('draw-void'))
    expect(ended({ at, type: 'cancel', body: { ...refund, reason: 'storm' } })).toEqual(notChecked('draw-cancel'))
    expect(ended({ at, type: 'skip', body: { drawId: genuine.drawId } })).toEqual(notChecked('draw-skip'))
    expect(closedInTime(caseOf({ change: unseen }))).toEqual(notChecked('no-schedule'))
    expect(closedInTime(caseOf({ change: ({ schedule }) => [schedule] }))).toEqual(notChecked('no-close'))
    expect(closedInTime(caseOf({ shown: { chain: null } }))).toEqual(notChecked('no-chain'))
  })
})

describe('step 8, the witness', () => {
  const closeHash = caseOf().close!.hash
  const seen = (ms: number, shown = {}) =>
    witnessed(caseOf({ own: { note: { closeHash, seenAt: formatInstant(ms) } }, shown }))

  test('saw this close record before the round', () => {
    expect(witnessed(caseOf())).toEqual(notChecked('no-witness-note'))
    expect(seen(roundMs - 1)).toEqual(pass({ seenAt: formatInstant(roundMs - 1) }))
    expect(seen(roundMs)).toEqual(fail('close-seen-late', { seenAt: formatInstant(roundMs) }))
    expect(seen(roundMs, { chain: null })).toEqual(notChecked('no-chain'))
    const note = { closeHash: pinned, seenAt: genuine.close.at }
    expect(witnessed(caseOf({ own: { note } }))).toEqual(fail('witness-saw-another', { closeHash: pinned }))
    const gone = { change: ({ schedule }: Draft) => [schedule], own: { note } }
    expect(witnessed(caseOf(gone))).toEqual(fail('close-missing'))
    const { log } = caseOf(gone).shown
    const broken = { ...log, problem: { code: 'chain-broken', index: 2 } } as const
    expect(witnessed(caseOf({ ...gone, shown: { log: broken } }))).toEqual(notChecked('no-close'))
  })
})

describe('step 8 of a draw that is called late', () => {
  const refund = refundBody(genuine)
  const lateAt = formatInstant(roundMs - 999)
  const change = ({ schedule, close }: Draft): NewRecord[] => [
    schedule,
    { ...close, at: lateAt },
    { at: lateAt, type: 'void', body: { ...refund, reason: 'late-close' } },
  ]
  const closeHash = caseOf({ change }).close!.hash
  const seen = (ms: number) => witnessed(caseOf({ change, own: { note: { closeHash, seenAt: formatInstant(ms) } } }))

  test('is contradicted by whoever saw the close a second or more before the round', () => {
    const inTime = formatInstant(roundMs - 1_000)
    expect(seen(roundMs - 1_000)).toEqual(fail('close-seen-in-time', { seenAt: inTime }))
    expect(seen(roundMs - 999)).toEqual(pass({ seenAt: lateAt }))
    expect(seen(roundMs + 5_000)).toEqual(pass({ seenAt: formatInstant(roundMs + 5_000) }))
  })
})

describe('step 12, the head of the receipt', () => {
  const bet = genuine.bets[1]!
  const { entries } = caseOf().shown.log
  const given = (seq: number, hash = entries[seq]?.hash ?? pinned, secret = operatorSecret) =>
    ({ own: { receipt: signReceipt(bet, { seq, hash }, secret) } }) as const

  test('is still in the log, at or after the schedule', () => {
    expect(receiptHead(caseOf())).toEqual(notChecked('no-receipt'))
    expect(receiptHead(caseOf(given(1)))).toEqual(pass({ seq: 1 }))
    expect(receiptHead(caseOf(given(0)))).toEqual(fail('head-before-schedule', { seq: 0 }))
    expect(receiptHead(caseOf(given(2, pinned)))).toEqual(fail('head-changed', { seq: 2 }))
    expect(receiptHead(caseOf(given(6)))).toEqual(fail('head-missing', { seq: 6 }))
    expect(receiptHead(caseOf({ ...given(1), change: () => [] }))).toEqual(notChecked('no-schedule'))
  })

  test('that is not shown proves nothing', () => {
    const { log } = caseOf().shown
    const without = { ...log, entries: log.entries.filter(({ record }) => record.seq !== 2) }
    expect(receiptHead(caseOf({ ...given(2), shown: { log: without } }))).toEqual(
      notChecked('head-not-shown', { seq: 2 }),
    )
    const broken = { ...log, problem: { code: 'chain-broken', index: 6 } } as const
    expect(receiptHead(caseOf({ ...given(6), shown: { log: broken } }))).toEqual(
      notChecked('head-not-shown', { seq: 6 }),
    )
    const none = { ...log, entries: [] }
    expect(receiptHead(caseOf({ ...given(1), shown: { log: none } }))).toEqual(fail('head-missing', { seq: 1 }))
  })

  test('is signed by the key in force there, for this draw', () => {
    const secret = packHash('next key')
    const handover: NewRecord = { at: genuine.schedule.at, type: 'key', body: { publicKey: publicKeyOf(secret) } }
    const change = ({ before, schedule, close }: Draft) => [...before, schedule, handover, close]
    const hashes = caseOf({ change }).shown.log.entries.map(({ hash }) => hash)
    const signedBy = (seq: number, key: string) => receiptHead(caseOf({ ...given(seq, hashes[seq], key), change }))
    expect(signedBy(1, operatorSecret)).toEqual(pass({ seq: 1 }))
    expect(signedBy(1, secret)).toEqual(fail('receipt-signature-false'))
    expect(signedBy(2, secret)).toEqual(pass({ seq: 2 }))
    expect(signedBy(2, operatorSecret)).toEqual(fail('receipt-signature-false'))
    expect(signedBy(3, secret)).toEqual(pass({ seq: 3 }))
    const other = { ...bet, drawId: `${game}:20251101:0099` }
    const receipt = signReceipt(other, kept.receipt.receipt.head, operatorSecret)
    expect(receiptHead(caseOf({ own: { receipt, isSignedBy } }))).toEqual(
      fail('receipt-of-other-draw', { drawId: other.drawId }),
    )
  })
})
