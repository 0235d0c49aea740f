import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { GameName } from './games.ts'
import { Amount, Instant, atMost } from '../wire.ts'

/** `game:YYYYMMDD:NNNN`, a draw's name in the public log. */
export const DrawId = z
  .string('draw_unknown')
  .check(atMost(40, 'draw_unknown'), z.regex(/^[a-z0-9_]+:[0-9]{8}:[0-9]{4}$/, 'draw_unknown'))

const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const Outcome = z.array(z.int())

/**
 * `scheduled` until it closes, then `closed` until its numbers are there; `void` and `cancelled` give every stake back;
 * `skipped` where nobody had bet and the house was not there to close.
 */
export const periodStatuses = ['scheduled', 'closed', 'drawn', 'void', 'cancelled', 'skipped'] as const
export const voidReasons = ['late-close', 'beacon-unavailable', 'secret-lost'] as const

/**
 * Why no bets are taken in any game: no fresh beacon, a clock that disagrees with it, draws that wait for it, or too few witnesses that
 * see draws close.
 */
export const bettingStops = ['no_beacon', 'clock', 'draws_delayed', 'no_witnesses'] as const

/**
 * Why an operator stopped a game, or cancelled a draw: a closed list, so that every player can be told in their
 * language.
 */
export const stopWhys = ['maintenance', 'incident', 'authority'] as const
export const StopWhy = z.enum(stopWhys, 'kind_unknown')

const Period = z.strictObject({
  drawId: DrawId,
  issue: z.string(),
  opensAt: Instant,
  closesAt: Instant,
  drawsAt: Instant,
  round: z.int(),
  commit: Hash,
  /** The rules its bets are settled by; a bet names them. */
  rules: Hash,
  /**
   * What those rules take on one line: at least `minStake`, at most what the first class allows that its chance is in.
   */
  stakes: z.strictObject({
    minStake: Amount,
    /** Chances as the rules write them, `1/3`. */
    maxStakes: z.array(z.strictObject({ chanceAtLeast: z.string(), maxStake: Amount })),
  }),
  status: z.enum(periodStatuses),
  isDelayed: z.boolean(),
})

export const Draw = z.strictObject({
  drawId: DrawId,
  game: GameName,
  issue: z.string(),
  drawsAt: Instant,
  status: z.enum(periodStatuses),
  /** The numbers; null for a draw that was void or cancelled. */
  outcome: z.nullable(Outcome),
  /** What a void draw would have been. */
  shadowOutcome: z.nullable(Outcome),
  voidReason: z.nullable(z.enum(voidReasons)),
  round: z.int(),
  endedAt: Instant,
  wasDelayed: z.boolean(),
})

export const currentDraws = endpoint({
  method: 'GET',
  path: '/draws/current',
  summary:
    'For every game the period that takes bets or draws next, its instants by the server’s clock (header `x-server-time`), and the last result',
  who: 'anyone',
  input: z.strictObject({}),
  output: z.strictObject({
    /** `house-beacon` is operator-run: its players are told so, always. */
    beacon: z.enum(['public-beacon', 'house-beacon']),
    stop: z.nullable(z.enum(bettingStops)),
    items: z.array(
      z.strictObject({
        game: GameName,
        period: z.nullable(Period),
        /**
         * The latest draw that was held: it has numbers, or was void or cancelled with a word to whoever bet on it. A draw that
         * nobody bet on and that ended without numbers is passed over; `ended` names it.
         */
        last: z.nullable(Draw),
        /** The latest draw that is over, held or not. No numbers are awaited of it or of any before it. */
        ended: z.nullable(DrawId),
        /** An operator stopped the game, or all of them: no bets until it is lifted; draws go on. */
        gameStop: z.nullable(z.strictObject({ why: StopWhy, since: Instant })),
      }),
    ),
  }),
  refuses: [],
  limit: 'read',
})

export const latestDraws = endpoint({
  method: 'GET',
  path: '/draws/latest',
  summary: 'The newest results of all games, and how long before each of them betting was seen to have closed',
  who: 'anyone',
  input: z.strictObject({}),
  output: z.strictObject({
    items: z.array(
      z.strictObject({
        drawId: DrawId,
        game: GameName,
        outcome: Outcome,
        endedAt: Instant,
        /** How many of the site’s witnesses saw the draw close in time; null where the site asks none. */
        witnesses: z.nullable(z.int()),
        /** From the moment the last of them saw it, or betting closed where none did, to the round that drew the numbers. */
        aheadSeconds: z.int(),
      }),
    ),
  }),
  refuses: [],
  limit: 'read',
})
