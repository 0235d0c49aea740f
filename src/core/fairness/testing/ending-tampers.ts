import { formatInstant } from '../instant.ts'
import type { NewRecord } from '../log.ts'
import type { Body } from '../records.ts'
import { houseDraft, refundBody, witnessedLog, type Draft } from './genuine-draw.ts'
import { genuine, instead, later, roundMs, type Tamper } from './tamper.ts'

const voided = (draft: Draft, at: string, reason: Body<'void'>['reason']): NewRecord => ({
  at,
  type: 'void',
  body: { ...refundBody(draft), reason },
})
const noBeacon = (draft: Draft) => voided(draft, formatInstant(roundMs + 7 * 86_400_000), 'beacon-unavailable')
const cancelledBack = (draft: Draft): NewRecord => ({
  at: later(draft.schedule.body.draws[0]!.closesAt, -1),
  type: 'cancel',
  body: { ...refundBody(draft), reason: 'whim' },
})
const unclosed = (draft: Draft, ending: NewRecord) => [...draft.before, draft.schedule, ending]

/** Cheating with how a draw ends, to be rid of its numbers. */
export const endingTampers: readonly Tamper[] = [
  {
    how: 'a draw is voided for want of a beacon, by a record that is dated a week ahead',
    caught: { everything: [3], receipt: [3], policy: [3], nothing: [3] },
    change: (draft) => instead(draft, noBeacon(draft)),
    own: { paidToMe: null, nowMs: roundMs + 3_600_000 },
  },
  {
    how: 'a draw is voided for want of a beacon, while the next one is drawn',
    caught: { everything: [3], receipt: [3], policy: [3], nothing: [3] },
    change: (draft) => {
      const { schedule, result } = houseDraft('0002')
      const { at } = draft.close
      return [...draft.before, draft.schedule, draft.close, { ...schedule, at }, result, noBeacon(draft)]
    },
    own: { paidToMe: null },
  },
  {
    how: 'the result is never given, while the next draw is drawn',
    caught: { everything: [3], receipt: [3], policy: [3], nothing: [3] },
    change: (draft) => {
      const { schedule, result } = houseDraft('0002')
      return [...draft.before, draft.schedule, draft.close, { ...schedule, at: draft.close.at }, result]
    },
    own: { paidToMe: null, nowMs: roundMs + 3_600_000 },
  },
  {
    how: 'a draw is voided for want of a beacon that relays have',
    caught: { everything: [3], receipt: [], policy: [], nothing: [] },
    change: (draft) => instead(draft, noBeacon(draft)),
    own: { paidToMe: null, nowMs: roundMs + 9 * 86_400_000, relayed: [genuine.result.body] },
  },
  {
    how: 'one reader is shown the draw without a close, voided as closed late',
    caught: { everything: [3, 8], receipt: [3], policy: [3, 8], nothing: [3] },
    change: (draft) => unclosed(draft, voided(draft, draft.result.at, 'late-close')),
    own: { paidToMe: null },
  },
  {
    how: 'one reader is shown the draw without a close, voided as if its secret were lost',
    caught: { everything: [8], receipt: [], policy: [8], nothing: [] },
    change: (draft) => unclosed(draft, voided(draft, draft.result.at, 'secret-lost')),
    own: { paidToMe: null },
  },
  {
    how: 'one reader is shown the draw without a close, cancelled by a record that is dated back',
    caught: { everything: [8], receipt: [], policy: [8], nothing: [] },
    change: (draft) => unclosed(draft, cancelledBack(draft)),
    own: { paidToMe: null },
  },
  {
    how: 'a draw is cancelled after its round, by a record that is dated back',
    caught: { everything: [8], receipt: [], policy: [8], nothing: [] },
    change: (draft) => unclosed(draft, cancelledBack(draft)),
    seen: (log) => witnessedLog(log, roundMs).note,
    own: { paidToMe: null },
  },
]
