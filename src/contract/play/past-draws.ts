import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Amount, Instant, pageInput, pageOf } from '../wire.ts'
import { Draw, DrawId } from './draws.ts'
import { GameName } from './games.ts'

export const listDraws = endpoint({
  method: 'GET',
  path: '/games/:game/draws',
  summary: 'Past draws of a game, newest first; those that nobody bet on and that were not held are only counted',
  who: 'anyone',
  input: z.strictObject({ game: GameName, ...pageInput }),
  output: pageOf(
    z.strictObject({
      ...Draw.shape,
      /** Draws between this one and the next newer one that nobody bet on and that ended without numbers. */
      notHeld: z.int(),
    }),
  ),
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
    /** Draws that nobody bet on and that were not held; they are in none of the other figures. */
    notHeld: z.int(),
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
        /** Nobody had bet, and the house was not there to close: no draw, and in none of the other figures. */
        notHeld: z.int(),
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
