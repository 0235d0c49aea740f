import * as z from 'zod/mini'
import { reviewStatuses } from '#core/reviews/review'

/** Events pushed to the browser, by kind. The stream's `id` lets a client resume where it stopped. */
const liveEvents = {
  /** A session of this player ended; the tab that holds it goes back to being a visitor. */
  'session.ended': z.strictObject({ sessionId: z.uuid() }),
  /** This player's balance moved. What it is now is asked for, never told here: an event may arrive late. */
  'balance.changed': z.strictObject({}),
  /** A top-up or a withdrawal of this player stands elsewhere now. */
  'review.changed': z.strictObject({
    kind: z.enum(['deposit', 'withdrawal']),
    id: z.uuid(),
    status: z.enum(reviewStatuses),
  }),
}

export type LiveKind = keyof typeof liveEvents
export type LiveBody<K extends LiveKind> = z.output<(typeof liveEvents)[K]>

/** An event and whom it is for: everybody, or one player. */
export type LiveEvent = { [K in LiveKind]: { kind: K; body: LiveBody<K>; audience: Audience } }[LiveKind]
type Audience = 'everybody' | `player:${string}`
