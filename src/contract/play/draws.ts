import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { GameName } from './games.ts'
import { Amount, Instant, atMost, pageInput, pageOf } from '../wire.ts'

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

const Draw = z.strictObject({
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
        last: z.nullable(Draw),
        /** An operator stopped the game, or all of them: no bets until it is lifted; draws go on. */
        gameStop: z.nullable(z.strictObject({ why: StopWhy, since: Instant })),
      }),
    ),
  }),
  refuses: [],
  limit: 'read',
})

export const listDraws = endpoint({
  method: 'GET',
  path: '/games/:game/draws',
  summary: 'Past draws of a game, newest first',
  who: 'anyone',
  input: z.strictObject({ game: GameName, ...pageInput }),
  output: pageOf(Draw),
  refuses: [],
  limit: 'read',
})

export const drawProof = endpoint({
  method: 'GET',
  path: '/draws/:drawId/proof',
  summary: 'Everything published about one draw in one file, as the verifier takes it',
  who: 'anyone',
  input: z.strictObject({ drawId: DrawId }),
  output: z.strictObject({
    v: z.literal(2),
    drawId: DrawId,
    /** The log’s first key as a verifier key, and the changes of key since then as proof files. */
    operatorKey: z.string(),
    keyChanges: z.array(z.string()),
    /** The newest checkpoint of the log, and the records of this draw with their proofs. */
    checkpoint: z.string(),
    entries: z.array(z.strictObject({ index: z.int(), entry: z.string(), proof: z.array(z.string()) })),
    /** The checkpoint that witnesses saw when the draw closed, and the proof that the newest one extends it. */
    seen: z.nullable(z.string()),
    consistency: z.array(z.strictObject({ size: z.int(), proof: z.array(z.string()) })),
    chain: z.unknown(),
    rules: z.unknown(),
    /** Null until the draw has ended, and where there are too many for one answer: then the bets file has them. */
    bets: z.nullable(z.array(z.unknown())),
  }),
  refuses: ['draw_unknown'],
  limit: 'read',
})

export const listWitnesses = endpoint({
  method: 'GET',
  path: '/draws/:drawId/witnesses',
  summary: 'Which of the site’s witnesses saw a draw close before its round',
  who: 'anyone',
  input: z.strictObject({ drawId: DrawId }),
  output: z.strictObject({
    /** Null where the site asks no witnesses. */
    isEnough: z.nullable(z.boolean()),
    items: z.array(
      z.strictObject({
        name: z.string(),
        /** The name of its key, under which a reader finds who runs it. */
        key: z.string(),
        /** By the witness’s own clock; null where it did not see the close in time. */
        seenAt: z.nullable(Instant),
        aheadSeconds: z.nullable(z.int()),
      }),
    ),
  }),
  refuses: ['draw_unknown'],
  limit: 'read',
})

export const gameTrends = endpoint({
  method: 'GET',
  path: '/games/:game/trends',
  summary: 'How often, how long ago and how often in a row each selection won; past draws do not change the odds',
  who: 'anyone',
  input: z.strictObject({ game: GameName }),
  output: z.strictObject({
    draws: z.int(),
    items: z.array(
      z.strictObject({
        play: z.string(),
        selection: z.string(),
        seen: z.int(),
        /** Draws since it was last seen; 0 when the latest draw showed it. */
        omission: z.int(),
        longestOmission: z.int(),
        /** How many draws in a row up to the latest showed it. */
        streak: z.int(),
        longestStreak: z.int(),
      }),
    ),
  }),
  refuses: [],
  limit: 'read',
})

export const drawStatistics = endpoint({
  method: 'GET',
  path: '/draws/statistics',
  summary: 'Draws, delays, voids, witnesses, returns and how evenly the numbers came, of the last thirty days, by game',
  who: 'anyone',
  input: z.strictObject({}),
  output: z.strictObject({
    from: z.string(),
    items: z.array(
      z.strictObject({
        game: GameName,
        drawn: z.int(),
        /** Drawn within three seconds of the beacon’s time. */
        inTime: z.int(),
        delayed: z.int(),
        /** Of the drawn ones, those that enough witnesses saw close before their round. */
        witnessed: z.int(),
        /** How surprising it is how often each number came at each place: a p-value, null for too few draws. */
        uniformity: z.nullable(z.number()),
        voided: z.strictObject({ 'late-close': z.int(), 'beacon-unavailable': z.int(), 'secret-lost': z.int() }),
        cancelled: z.int(),
        /** Void ones of all that ended, from 0 to 1. */
        voidRate: z.number(),
        /** Of drawn and settled draws; shares of the turnover, null until anything was staked. */
        turnover: Amount,
        paid: Amount,
        returns: z.nullable(
          z.strictObject({
            actual: z.number(),
            /** By the odds of the bets that were placed. */
            theory: z.number(),
            /** Fair draws return between these in 99 of 100 cases. */
            least: z.number(),
            most: z.number(),
          }),
        ),
      }),
    ),
  }),
  refuses: [],
  limit: 'read',
})
