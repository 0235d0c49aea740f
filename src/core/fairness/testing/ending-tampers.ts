import { formatInstant } from '../instant.ts'
import type { NewRecord } from '../log.ts'
import { houseDraft, refundBody, type Draft } from './genuine-draw.ts'
import { genuine, instead, roundMs, type Tamper } from './tamper.ts'

const noBeacon = (draft: Draft): NewRecord => ({
  at: formatInstant(roundMs + 7 * 86_400_000),
  type: 'void',
  body: { ...refundBody(draft), reason: 'beacon-unavailable' },
})

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
    how: 'a draw is voided for want of a beacon that relays have',
    caught: { everything: [3], receipt: [], policy: [], nothing: [] },
    change: (draft) => instead(draft, noBeacon(draft)),
    own: { paidToMe: null, nowMs: roundMs + 9 * 86_400_000, relayed: [genuine.result.body] },
  },
]
