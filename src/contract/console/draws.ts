import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { DrawId, StopWhy, bettingStops, periodStatuses, voidReasons } from '../play/draws.ts'
import { GameName } from '../play/games.ts'
import { Amount, Instant, pageInput, pageOf } from '../wire.ts'
import { moneySwitches } from './games.ts'

/**
 * What an operator sees of draws: what players see, and the sums of bets. Nothing here is known before players know it.
 */

const Period = z.strictObject({
  drawId: DrawId,
  game: GameName,
  issue: z.string(),
  opensAt: Instant,
  closesAt: Instant,
  drawsAt: Instant,
  status: z.enum(periodStatuses),
  /** When it was shown to be late, where it was. */
  delayedAt: z.nullable(Instant),
  endedAt: z.nullable(Instant),
  settledAt: z.nullable(Instant),
  voidReason: z.nullable(z.enum(voidReasons)),
  bets: z.int(),
  stakes: Amount,
  /** To winners, also of a void draw by what it would have been; rebates are apart. */
  paid: Amount,
  /** Stakes that went back. */
  refunded: Amount,
  /** The result as players see it; null until they do. */
  drawn: z.nullable(z.array(z.int())),
})

const Stop = z.strictObject({
  id: z.uuid(),
  isForAll: z.boolean(),
  why: StopWhy,
  reason: z.nullable(z.string()),
  by: z.string(),
  since: Instant,
})

export const showGames = endpoint({
  method: 'GET',
  path: '/console/games',
  summary: 'How every game stands and what is stopped, how beacon and clock are, and how draws went in the last week',
  who: 'operator',
  can: 'games.view',
  input: z.strictObject({}),
  output: z.strictObject({
    now: Instant,
    beacon: z.strictObject({
      mode: z.enum(['public-beacon', 'house-beacon']),
      /** Why no bets are taken in any game, whatever operators want. */
      stop: z.nullable(z.enum(bettingStops)),
      /** How far the clock is outside what the newest round allows; null before the first. */
      driftMs: z.nullable(z.int()),
      /** False while the clock cannot be trusted: no draw is opened, closed, drawn or voided then. */
      isClockTrusted: z.boolean(),
    }),
    /** Stops all games, where one is in force. */
    stop: z.nullable(Stop),
    switches: z.array(
      z.strictObject({
        name: z.enum(moneySwitches),
        isOpen: z.boolean(),
        /** Who switched it last and why; null where nobody ever did. */
        last: z.nullable(z.strictObject({ by: z.string(), at: Instant, reason: z.string() })),
        /** When a change that was approved for later opens it again. */
        opensAt: z.nullable(Instant),
        /** A proposal about it waits for a second person. */
        isProposed: z.boolean(),
      }),
    ),
    items: z.array(
      z.strictObject({
        game: GameName,
        /** The one that takes bets or draws next. */
        period: z.nullable(Period),
        /** The oldest whose time has come and whose numbers have not. */
        waiting: z.nullable(Period),
        last: z.nullable(Period),
        /** A stop of its own, or the one of all games. */
        stop: z.nullable(Stop),
        /** The last seven days, in UTC+8. */
        week: z.strictObject({
          ended: z.int(),
          /** Drawn within three seconds of the beacon’s time. */
          inTime: z.int(),
          delayed: z.int(),
          voided: z.int(),
          cancelled: z.int(),
        }),
      }),
    ),
  }),
  refuses: [],
  limit: 'read',
})

export const listPeriods = endpoint({
  method: 'GET',
  path: '/console/games/:game/periods',
  summary: 'Periods of a game from the one that draws next back, newest first; or those to come, soonest first',
  who: 'operator',
  can: 'games.view',
  input: z.strictObject({ ...pageInput, game: GameName, when: z.optional(z.enum(['past', 'upcoming'])) }),
  output: pageOf(Period),
  refuses: [],
  limit: 'read',
})

export const viewPeriod = endpoint({
  method: 'GET',
  path: '/console/periods/:drawId',
  summary: 'One period: its instants and states, what two people decided about it, and where anybody can check it',
  who: 'operator',
  can: 'games.view',
  input: z.strictObject({ drawId: DrawId }),
  output: z.strictObject({
    now: Instant,
    period: Period,
    round: z.int(),
    roundAt: Instant,
    closedAt: z.nullable(Instant),
    /** Where players check the draw. */
    proof: z.string(),
    /** The last that was proposed about calling it off, where anybody did. */
    cancelling: z.nullable(
      z.strictObject({
        why: StopWhy,
        reason: z.string(),
        status: z.enum(['open', 'approved', 'declined']),
        proposedBy: z.string(),
        proposedAt: Instant,
        decidedBy: z.nullable(z.string()),
      }),
    ),
  }),
  refuses: ['draw_unknown'],
  limit: 'read',
})

export const showExposure = endpoint({
  method: 'GET',
  path: '/console/periods/:drawId/exposure',
  summary: 'What is staked on every selection of a draw, and what the house would pay if it came',
  who: 'operator',
  can: 'games.view',
  input: z.strictObject({ drawId: DrawId }),
  output: z.strictObject({
    bets: z.int(),
    stakes: Amount,
    /** The most that the draw may cost: bets that could make it more are refused. */
    payoutMost: Amount,
    /** One for each market at each position that has bets, named like a bet: `pk10.position_number@3`. */
    plays: z.array(
      z.strictObject({
        play: z.string(),
        stakes: Amount,
        /** By lines: a bet of several counts in each of them. The one that could cost the most first. */
        lines: z.array(z.strictObject({ selection: z.string(), bets: z.int(), stakes: Amount, pays: Amount })),
      }),
    ),
  }),
  refuses: ['draw_unknown'],
  limit: 'read',
})
