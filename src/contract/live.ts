import * as z from 'zod/mini'
import { reviewStatuses } from '#core/reviews/review'
import { statusesEndingSessions } from '#core/rules/account-status'
import { stopWhys } from './play/draws.ts'

const CloseRecord = z.strictObject({
  v: z.literal(2),
  at: z.string(),
  type: z.literal('close'),
  body: z.strictObject({
    drawId: z.string(),
    cells: z.readonly(z.array(z.strictObject({ bets: z.int(), root: z.string(), stakeTotal: z.int() }))),
    bets: z.int(),
    root: z.string(),
    stakeTotal: z.int(),
    secret: z.string(),
  }),
})

/**
 * The window over which clients should spread the requests that this event causes: each waits for a random part of
 * it. Absent where few clients get the event.
 */
const spreadMs = z.optional(z.int())

/** Events pushed to the browser, by kind. The stream's `id` lets a client resume where it stopped. */
const liveEvents = {
  /** A session of this player ended; the tab that holds it goes back to being a visitor. */
  'session.ended': z.strictObject({
    sessionId: z.uuid(),
    /**
     * The account's new state where that ended it, `left` where its owner did; absent where it was ended from
     * elsewhere.
     */
    why: z.optional(z.enum(['left', ...statusesEndingSessions])),
  }),
  /** This player's balance changed. The client fetches it; the event does not carry it, since it may arrive late. */
  'balance.changed': z.strictObject({ spreadMs }),
  /** Bets of this player on a draw were placed, on whatever device, or all that they had on it are settled. */
  'bets.changed': z.strictObject({ drawId: z.string(), change: z.enum(['placed', 'settled']), spreadMs }),
  /** A repeat order of this player was begun, ended, or did not bet on a draw. */
  'repeatOrder.changed': z.strictObject({ id: z.uuid() }),
  /** The state of a top-up, a withdrawal or the certification of this player changed. */
  'review.changed': z.strictObject({
    kind: z.enum(['deposit', 'withdrawal', 'certification']),
    id: z.uuid(),
    status: z.enum(reviewStatuses),
  }),
  /**
   * A queue of the console changed. The client fetches the desk; the event does not say which, since roles see different queues. It names the
   * cases that changed, for those who have one open; any of them may have where it names none.
   */
  'desk.changed': z.strictObject({ cases: z.optional(z.array(z.uuid())) }),
  /** Customer service gave this player a card to top up to; `deposits.options` shows it. */
  'card.given': z.strictObject({}),
  /**
   * Something was written, read or decided in this conversation. The client fetches it; the event does not carry it.
   */
  'service.changed': z.strictObject({ conversationId: z.uuid() }),
  /** The other side of this conversation is typing. Only clients connected now get this; it is not stored. */
  'service.typing': z.strictObject({ conversationId: z.uuid() }),
  /** A draw closed: the very record of the public log, so that every client can keep a witness note of it. */
  'draw.closed': z.strictObject({ record: CloseRecord, index: z.int(), hash: z.string(), checkpoint: z.string() }),
  /** The bets of an open draw so far, as a signed checkpoint of their own, for clients to keep. */
  'draw.head': z.strictObject({ drawId: z.string(), note: z.string() }),
  /** The numbers of a draw are there. */
  'draw.result': z.strictObject({
    drawId: z.string(),
    issue: z.string(),
    round: z.int(),
    outcome: z.array(z.int()),
    /** The number of the result's record in the public log. */
    index: z.int(),
  }),
  /** Everybody who had bets on it is paid; whoever had is told so as well, by `bets.changed`. */
  'draw.settled': z.strictObject({ drawId: z.string() }),
  /**
   * Games were stopped by an operator, or take bets again: every stop that is in force now, without a game for all of
   * them.
   */
  'games.changed': z.strictObject({
    stops: z.array(z.strictObject({ game: z.nullable(z.string()), why: z.enum(stopWhys), since: z.int() })),
  }),
  /** Top-ups or withdrawals were stopped for everybody, or are taken again; what is open to whom is asked for. */
  'money.switched': z.strictObject({ spreadMs }),
  /** A draw waits for its beacon. */
  'draw.delayed': z.strictObject({ drawId: z.string(), spreadMs }),
  /** A draw ended without numbers, void or `cancelled`; every stake comes back. */
  'draw.void': z.strictObject({ drawId: z.string(), reason: z.string(), spreadMs }),
}

export type LiveKind = keyof typeof liveEvents
export type LiveBody<K extends LiveKind> = z.output<(typeof liveEvents)[K]>

/** Events that are worthless a moment later: not stored, and not repeated to a client that reconnects. */
export const fleeting: readonly LiveKind[] = ['service.typing', 'draw.head']

/**
 * An event and whom it is for: everybody, some of everybody in turns, one player, one visitor by their conversation, or the console.
 */
export type LiveEvent = { [K in LiveKind]: { kind: K; body: LiveBody<K>; audience: Audience } }[LiveKind]
export type Audience = 'everybody' | 'some' | `player:${string}` | `visitor:${string}` | 'operators'
