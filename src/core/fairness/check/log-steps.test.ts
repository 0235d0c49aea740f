import { describe, expect, test } from 'vitest'
import { formatInstant } from '../instant.ts'
import type { NewRecord } from '../log.ts'
import { merkleRoot } from '../merkle.ts'
import { packHash } from '../pack.ts'
import { logKey, publicKeyOf, signNote } from '../signatures.ts'
import { games } from '../../games/catalogue.ts'
import { parseDay } from '../../periods/civil-date.ts'
import { periodsOfDay } from '../../periods/schedule.ts'
import { firstRoundAt, quicknet } from '../beacon.ts'
import { formatReceipt, parseReceipt } from '../receipt.ts'
import { caseOf } from '../testing/case-of.ts'
import { entriesOf, operatorKey as pinned, operatorSecret, otherKey, readShown } from '../testing/genuine-draw.ts'
import { refundBody, sealLog, shownLog, signedReceipt, testOrigin } from '../testing/genuine-draw.ts'
import type { Draft } from '../testing/genuine-draw.ts'
import { keyChange } from '../testing/key-change.ts'
import { genuine, kept, later, roundMs } from '../testing/tamper.ts'
import { formatKey, parseNote } from '../tlog/note.ts'
import { hasItsTimes } from './draw-times.ts'
import { fail, notChecked, pass } from './finding.ts'
import {
  closedInTime,
  logHolds,
  operatorKey,
  publicBeacon,
  receiptHead,
  roundByFormula,
  scheduledAhead,
} from './log-steps.ts'

const slotOf = (draft: Draft) => draft.schedule.body.draws[0]!
const unseen = (draft: Draft) => [...draft.before, ...draft.after]
const { game } = genuine.schedule.body
const another = packHash('another')

const next = packHash('next key')
const handover: NewRecord = { at: genuine.schedule.at, type: 'key', body: { publicKey: publicKeyOf(next) } }
const change = keyChange(sealLog([...genuine.before, handover]), 1)

describe('step 1, the operator key', () => {
  test('passes for the pinned key and those it handed over to, and for no other', () => {
    expect(operatorKey(caseOf())).toEqual(pass({ key: pinned }))
    expect(operatorKey(caseOf({ shown: { keyChanges: [change] } }))).toEqual(pass({ key: pinned }))
    expect(operatorKey(caseOf({ own: { pinnedKey: null } }))).toEqual(notChecked('no-pinned-key'))
    const unpinned = (key: string) => fail('key-not-pinned', { key })
    expect(operatorKey(caseOf({ shown: { operatorKey: otherKey } }))).toEqual(unpinned(otherKey))
    const successor = formatKey(logKey(testOrigin, next))
    expect(operatorKey(caseOf({ shown: { operatorKey: successor } }))).toEqual(unpinned(successor))
    for (const keyChanges of [[change, change], [''], [keyChange(sealLog([handover], next), 0)]]) {
      expect(operatorKey(caseOf({ shown: { keyChanges } }))).toEqual(unpinned(pinned))
    }
  })
})

describe('step 2, the log', () => {
  const log = shownLog(sealLog(entriesOf(genuine)))
  const read = (...places: readonly number[]) =>
    logHolds(caseOf({ shown: { log: readShown({ ...log, entries: places.map((place) => log.entries[place]!) }) } }))

  test('passes whole, names the line of a fault counted from one, and claims nothing across a gap', () => {
    expect(read(0, 1, 2, 3, 4, 5)).toEqual(pass({ records: 6 }))
    expect(read(0, 1, 1)).toEqual(fail('log-out-of-order', { line: 3 }))
    expect(read(0, 2, 4)).toEqual(notChecked('log-has-gaps', { gaps: 2 }))
    const unsigned = readShown({ ...log, checkpoint: '' })
    expect(logHolds(caseOf({ shown: { log: unsigned } }))).toEqual(fail('checkpoint-false', { line: 1 }))
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
    expect(publicBeacon(caseOf({ shown: { chain: { ...chain, chainHash: another } } }))).toEqual(unknown)
    const moved = caseOf({ change: (draft) => void (draft.schedule.body.beacon.chainHash = another) })
    expect(publicBeacon(moved)).toEqual(fail('unknown-chain', { chainHash: another }))
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
    // At other times than those of its number, but not too near.
    expect(moved((slot) => (slot.closesAt = nearest))).toEqual(fail('times-differ'))
    expect(moved((slot) => (slot.closesAt = later(nearest, 1)))).toEqual(fail('close-too-near'))
    expect(moved((slot) => (slot.closesAt = later(slot.opensAt, 1)))).toEqual(fail('times-differ'))
    expect(moved((slot) => (slot.closesAt = slot.opensAt))).toEqual(fail('close-too-near'))
  })
})

describe('step 6, the times that belong to the draw id', () => {
  const { opensAt, closesAt, drawsAt } = slotOf(genuine)
  const moved = (change: (slot: ReturnType<typeof slotOf>) => unknown) =>
    roundByFormula(
      caseOf({
        change: (draft) => {
          const slot = slotOf(draft)
          change(slot)
          slot.round = firstRoundAt(genuine.chain, Date.parse(slot.drawsAt))
          return [draft.schedule]
        },
      }),
    )
  const differ = fail('times-differ')

  test.each([3_000, 300_000, 3_600_000, 86_400_000, -300_000])('may not be drawn again %i ms later', (ms) => {
    const all = (slot: ReturnType<typeof slotOf>) => {
      Object.assign(slot, {
        opensAt: later(opensAt, ms),
        closesAt: later(closesAt, ms),
        drawsAt: later(drawsAt, ms),
      })
    }
    expect(moved(all)).toEqual(differ)
  })

  test('may open later than by the schedule, and no sooner', () => {
    expect(moved(() => {})).toMatchObject({ status: 'pass' })
    expect(moved((slot) => (slot.opensAt = later(drawsAt, -300_000)))).toMatchObject({ status: 'pass' })
    expect(moved((slot) => (slot.opensAt = later(drawsAt, -300_001)))).toEqual(differ)
    expect(moved((slot) => (slot.opensAt = later(closesAt, -10_000)))).toMatchObject({ status: 'pass' })
    expect(moved((slot) => (slot.closesAt = later(closesAt, -1)))).toEqual(differ)
  })

  test.each([
    ['a number that the day does not have', 'k3_5m:20251102:0289'],
    ['the number zero', 'k3_5m:20251102:0000'],
    ['a day that never was', 'k3_5m:20251132:0001'],
    ['a game that nobody knows', 'k3_1m:20251102:0001'],
    ['a name that every object has', 'constructor:20251102:0001'],
    ['another game with other times', 'k3_10m:20251102:0001'],
  ])('are none for %s', (_, drawId) => {
    expect(hasItsTimes({ ...slotOf(genuine), drawId })).toBe(false)
  })

  test.each(games.map(({ code }) => code))('are those of every period of %s', (code) => {
    const periods = periodsOfDay(code, parseDay('20251102')!)
    const published = periods.map(({ drawId, opensAtMs, closesAtMs, drawsAtMs }) => ({
      ...slotOf(genuine),
      drawId,
      opensAt: formatInstant(opensAtMs),
      closesAt: formatInstant(closesAtMs),
      drawsAt: formatInstant(drawsAtMs),
    }))
    expect(published.every(hasItsTimes)).toBe(true)
  })
})

describe('step 7, the close record', () => {
  const closed = (at: string) => closedInTime(caseOf({ change: ({ schedule, close }) => [schedule, { ...close, at }] }))
  const { closesAt } = slotOf(genuine)

  test('comes when betting has ended and a second before the round', () => {
    const latest = formatInstant(roundMs - 1_000)
    expect(closed(closesAt)).toEqual(pass({ aheadMs: 30_000 }))
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

describe('step 12, the head of the receipt', () => {
  const bet = genuine.bets[1]!
  const { leaves } = sealLog(entriesOf(genuine))
  const given = (size: number, root = merkleRoot(leaves.slice(0, size))) => ({
    own: { receipt: signedReceipt([bet], { bet, head: { size, root } }) },
  })

  test('is still in the log, and has the schedule in it', () => {
    expect(receiptHead(caseOf())).toEqual(notChecked('no-receipt'))
    expect(receiptHead(caseOf(given(1)))).toEqual(fail('head-before-schedule', { size: 1 }))
    for (const size of [2, 3, 6]) expect(receiptHead(caseOf(given(size)))).toEqual(pass({ size }))
    for (const size of [2, 3, 6]) {
      expect(receiptHead(caseOf(given(size, leaves[0])))).toEqual(fail('head-changed', { size }))
    }
    expect(receiptHead(caseOf(given(7)))).toEqual(fail('head-missing', { size: 7 }))
    expect(receiptHead(caseOf({ ...given(2), change: () => [] }))).toEqual(notChecked('no-schedule'))
  })

  test('that is not shown to be in the log proves nothing', () => {
    const hidden = (size: number, root?: Uint8Array) =>
      receiptHead(caseOf({ ...given(size, root), shown: { consistency: new Map() } }))
    expect(hidden(2)).toEqual(notChecked('head-not-shown', { size: 2 }))
    expect(hidden(6)).toEqual(pass({ size: 6 }))
    expect(hidden(6, leaves[0])).toEqual(fail('head-changed', { size: 6 }))
    const log = { ...caseOf().shown.log, checkpoint: null }
    expect(receiptHead(caseOf({ ...given(2), shown: { log } }))).toEqual(notChecked('head-not-shown', { size: 2 }))
    const consistency = new Map([[2, [leaves[0]!]]])
    expect(receiptHead(caseOf({ ...given(2), shown: { consistency } }))).toEqual(fail('head-changed', { size: 2 }))
  })

  test('is signed by a key of the log, for this draw', () => {
    const { text } = parseNote(kept.receipt.note)!
    const signed = (secret: string, shown = {}) => {
      const note = signNote(text, logKey(testOrigin, secret), secret)
      const receipt = parseReceipt(formatReceipt({ ...kept.receipt, note }))
      return receiptHead(caseOf({ own: { receipt }, shown }))
    }
    expect(signed(operatorSecret)).toEqual(pass({ size: 2 }))
    expect(signed(next)).toEqual(fail('receipt-signature-false'))
    const keyChanges = [change]
    expect(signed(operatorSecret, { keyChanges })).toEqual(pass({ size: 2 }))
    expect(signed(next, { keyChanges })).toEqual(pass({ size: 2 }))
    expect(signed(packHash('a stranger'), { keyChanges })).toEqual(fail('receipt-signature-false'))
    const moved = { ...kept.receipt, index: 0 }
    expect(receiptHead(caseOf({ own: { receipt: moved } }))).toEqual(fail('receipt-inconsistent'))
    const other = { ...bet, drawId: `${game}:20251101:0099` }
    const receipt = signedReceipt([other], { bet: other, head: kept.receipt.head })
    expect(receiptHead(caseOf({ own: { receipt } }))).toEqual(fail('receipt-of-other-draw', { drawId: other.drawId }))
  })
})
