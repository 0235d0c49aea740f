import { describe, expect, test } from 'vitest'
import { formatInstant, parseInstant } from '../instant.ts'
import type { NewRecord } from '../log.ts'
import { packHash } from '../pack.ts'
import { caseOf } from '../testing/case-of.ts'
import { copyOf, houseDraft, refundBody, type Draft } from '../testing/genuine-draw.ts'
import { flip, genuine, later, roundMs } from '../testing/tamper.ts'
import type { OwnEvidence } from './draw-case.ts'
import { fail, notChecked, pass, type Finding, type Reason } from './finding.ts'
import { oneOfEach } from './log-steps.ts'

describe('step 3, one of each record', () => {
  const { before, schedule, close, result, settle } = genuine
  const reasons = (change: (draft: Draft) => void | readonly NewRecord[]): Finding => oneOfEach(caseOf({ change }))
  const refund = refundBody(genuine)
  const voided = (reason: 'late-close' | 'beacon-unavailable' | 'secret-lost', at: number): NewRecord => ({
    at: formatInstant(at),
    type: 'void',
    body: { ...refund, reason },
  })
  const cancelled = (at: string): NewRecord => ({ at, type: 'cancel', body: { ...refund, reason: 'storm' } })
  const { closesAt } = schedule.body.draws[0]!

  test('passes for the genuine draw', () => {
    expect(oneOfEach(caseOf())).toEqual(pass())
  })

  test('a draw is known by an id of its game', () => {
    expect(oneOfEach(caseOf({ shown: { drawId: 'k3' } }))).toEqual(fail('draw-id-malformed'))
    expect(oneOfEach(caseOf({ change: () => before }))).toEqual(fail('no-schedule'))
    expect(reasons((draft) => void (draft.schedule.body.game = 'k3_10m'))).toEqual(
      fail('draw-id-malformed', { game: 'k3_10m' }),
    )
  })

  const shadow: NewRecord = { ...result, type: 'shadow' }
  test.each<[string, NewRecord[]]>([
    ['close', [schedule, close, close, result, settle]],
    ['result', [schedule, close, result, result, settle]],
    ['settle', [schedule, close, result, settle, settle]],
    ['shadow', [schedule, close, { ...shadow }, shadow]],
    ['schedule', [schedule, schedule, close, result, settle]],
    ['void', [schedule, cancelled(schedule.at), cancelled(schedule.at)]],
    ['void', [schedule, cancelled(schedule.at), { ...voided('secret-lost', 0), at: schedule.at }]],
  ])('a second %s record is one too many', (type, entries) => {
    expect(reasons(() => entries)).toEqual(fail('several-records', { type }))
  })

  const at = settle.at
  test.each<[string, NewRecord[], Reason]>([
    ['close before schedule', [close, schedule, result, settle], 'records-out-of-order'],
    ['result before close', [schedule, result, close, settle], 'records-out-of-order'],
    ['settlement before result', [schedule, close, settle, result], 'records-out-of-order'],
    ['ending before close', [schedule, voided('secret-lost', 0), close], 'records-out-of-order'],
    ['result without close', [schedule, result, settle], 'close-missing'],
    ['void after result', [schedule, close, result, voided('beacon-unavailable', roundMs)], 'void-after-result'],
    ['payment after a void', [schedule, close, voided('beacon-unavailable', roundMs), settle], 'void-after-result'],
    ['payment without close and result', [schedule, settle], 'settle-without-result'],
    ['payment without a result', [schedule, close, settle], 'settle-without-result'],
    ['shadow of a draw that was not void', [schedule, close, shadow], 'shadow-unfounded'],
    ['shadow before the void', [schedule, close, shadow, voided('beacon-unavailable', 0)], 'records-out-of-order'],
  ])('%s is refused', (_, entries, reason) => {
    expect(reasons(() => entries.map((entry) => ({ ...entry, at })))).toEqual(fail(reason))
  })

  const halfHourMs = 31 * 60_000
  const weekMs = 7 * 86_400_000 + 60_000
  const drawnMs = parseInstant(result.at)!
  const relayed = [{ round: result.body.round, signature: result.body.signature }]
  const forged = [{ round: result.body.round, signature: flip(result.body.signature) }]
  test.each<[string, NewRecord[], { lastMs: number; relayed?: OwnEvidence['relayed'] }]>([
    ['not closed, half an hour after its round', [], { lastMs: roundMs + halfHourMs }],
    ['closed in time, a week after its round', [close], { lastMs: roundMs + weekMs }],
    ['closed, though relays have its round, after half an hour', [close], { lastMs: roundMs + halfHourMs, relayed }],
    [
      'closed, a week after its round, of which relays tell another signature',
      [close],
      { lastMs: roundMs + weekMs, relayed: forged },
    ],
    ['drawn and not paid, half an hour after its numbers', [close, result], { lastMs: drawnMs + halfHourMs }],
  ])('a draw is overdue that is %s', (_, records, { lastMs, ...own }) => {
    const change = () => [...before, schedule, ...records]
    const at = (nowMs: number | null) => oneOfEach(caseOf({ change, own: { ...own, nowMs } }))
    expect(at(null)).toEqual(notChecked('not-finished'))
    expect(at(lastMs)).toEqual(notChecked('not-finished'))
    expect(at(lastMs + 1)).toEqual(fail('overdue'))
  })

  const other = houseDraft('0002')
  const drawnBy = (draft: Draft, at = draft.result.at) => [
    { ...draft.schedule, at: close.at },
    { ...draft.result, at },
  ]
  const earlier = houseDraft('0000')
  const elsewhere = copyOf(other)
  elsewhere.schedule.body.beacon.chainHash = packHash('another chain')
  test.each<[string, NewRecord[], number]>([
    ['by a later round, half an hour after that', drawnBy(other), parseInstant(other.result.at)! + halfHourMs],
    ['by a later round, a week after its own', drawnBy(other, later(result.at, weekMs)), roundMs + weekMs],
    ['by an earlier round, after a week', drawnBy(earlier, result.at), roundMs + weekMs],
    ['by a round of another chain, after a week', drawnBy(elsewhere), roundMs + weekMs],
  ])('a draw that closed is overdue where another is drawn %s', (_, drawn, lastMs) => {
    const change = () => [...before, schedule, close, ...drawn]
    const at = (nowMs: number) => oneOfEach(caseOf({ change, own: { nowMs } }))
    expect([at(lastMs), at(lastMs + 1)]).toEqual([notChecked('not-finished'), fail('overdue')])
  })

  test('whether a draw that was not closed is overdue is not known without the chain', () => {
    const own = { nowMs: roundMs + weekMs + 1 }
    const found = oneOfEach(caseOf({ change: () => [...before, schedule], own, shown: { chain: null } }))
    expect(found).toEqual(notChecked('not-finished'))
  })

  test('with records left out nothing is claimed, though all are there, nor of a void whose close may be hidden', () => {
    const gapped = (entries?: NewRecord[]) => {
      const change = () => entries
      const log = { ...caseOf({ change }).shown.log, gaps: 1 }
      return oneOfEach(caseOf({ change, shown: { log } }))
    }
    expect(gapped()).toEqual(notChecked('log-has-gaps', { gaps: 1 }))
    expect(gapped([schedule, voided('secret-lost', roundMs)])).toEqual(notChecked('log-has-gaps', { gaps: 1 }))
    expect(gapped([schedule, cancelled(closesAt)])).toEqual(fail('cancel-after-close'))
  })

  test('a draw may be cancelled up to the last millisecond of betting, and not once closed', () => {
    const cancel = (...entries: NewRecord[]) => reasons(() => [schedule, ...entries])
    expect(cancel(cancelled(later(closesAt, -1)))).toEqual(pass({ ending: 'cancel' }))
    expect(cancel(cancelled(closesAt))).toEqual(fail('cancel-after-close'))
    const early = later(closesAt, -1)
    expect(cancel({ ...close, at: early }, cancelled(early))).toEqual(fail('cancel-after-close'))
  })

  const lead = roundMs - 1_000
  const closeAt = (ms: number): NewRecord => ({ ...close, at: formatInstant(ms) })
  const lost: NewRecord = { ...close, body: { ...close.body, secret: packHash('another') } }
  test.each<[string, NewRecord[], boolean]>([
    ['late close, without the close that was late', [voided('late-close', lead + 1)], false],
    ['late close, closed in the last moment', [closeAt(lead), voided('late-close', lead + 1)], false],
    ['late close, closed a moment too late', [closeAt(lead + 1), voided('late-close', lead + 1)], true],
    ['no beacon for a week', [close, voided('beacon-unavailable', roundMs + 604_800_000)], true],
    ['no beacon for less', [close, voided('beacon-unavailable', roundMs + 604_799_999)], false],
    ['no beacon, never closed', [voided('beacon-unavailable', roundMs + 604_800_000)], false],
    ['no beacon, closed late', [closeAt(lead + 1), voided('beacon-unavailable', roundMs + 604_800_000)], false],
    ['secret lost, never closed', [voided('secret-lost', roundMs)], true],
    ['secret lost, another opened', [lost, voided('secret-lost', roundMs)], true],
    ['secret lost, yet opened', [close, voided('secret-lost', roundMs)], false],
  ])('void: %s', (_, ending, isFounded) => {
    const ended = ending.at(-1) as NewRecord & { type: 'void' }
    const because = ended.body.reason
    const expected = isFounded ? pass({ ending: 'void', because }) : fail('void-unfounded', { because })
    expect(reasons(() => [schedule, ...ending])).toEqual(expected)
  })

  const skipped = (ms: number): NewRecord => ({ at: formatInstant(ms), type: 'skip', body: { drawId: genuine.drawId } })
  test('a draw is skipped only once it is too late to close it, and never once it was closed', () => {
    const skip = (...entries: NewRecord[]) => reasons(() => [schedule, ...entries])
    expect(skip(skipped(lead + 1))).toEqual(pass({ ending: 'skip' }))
    expect(skip(skipped(lead))).toEqual(fail('void-unfounded', { because: 'skip' }))
    expect(skip(closeAt(lead + 1), skipped(lead + 1))).toEqual(fail('void-unfounded', { because: 'skip' }))
    expect(skip(skipped(lead + 1), voided('late-close', lead + 1))).toEqual(fail('several-records', { type: 'void' }))
  })

  test('what would have been is told of a draw whose round came too late, and of no other', () => {
    const told = { ...shadow, at: formatInstant(roundMs + 604_800_001) }
    const after = (...entries: NewRecord[]) => reasons(() => [schedule, ...entries, told])
    const noBeacon = voided('beacon-unavailable', roundMs + 604_800_000)
    expect(after(close, noBeacon)).toEqual(pass({ ending: 'void', because: 'beacon-unavailable' }))
    expect(after(closeAt(lead + 1), voided('late-close', lead + 1))).toEqual(fail('shadow-unfounded'))
    expect(after(cancelled(schedule.at))).toEqual(fail('shadow-unfounded'))
  })

  test('whether a void is founded is not known without the chain', () => {
    const change = () => [schedule, voided('secret-lost', roundMs)]
    expect(oneOfEach(caseOf({ change, shown: { chain: null } }))).toEqual(notChecked('no-chain'))
  })
})
