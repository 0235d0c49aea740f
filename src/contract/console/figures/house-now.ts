import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { DrawId, bettingStops } from '../../play/draws.ts'
import { GameName } from '../../play/games.ts'
import { Amount, Instant, SignedAmount } from '../../wire.ts'

/** A share in hundredths of a percent; null where nothing was staked. */
const Share = z.nullable(z.int())

const Money = z.strictObject({
  /** The day by universal time, as in the reports. */
  day: z.iso.date(),
  draws: z.int(),
  bets: z.int(),
  turnover: Amount,
  payouts: Amount,
  grossRevenue: SignedAmount,
  /** Gross revenue by turnover, and what the odds of these very bets leave the house in the long run. */
  hold: Share,
  expectedHold: Share,
  /** How far chance may take the one from the other, 99.7 times of 100; null after too few draws. */
  band: Share,
  isOutside: z.boolean(),
})

const Exposed = z.strictObject({
  drawId: DrawId,
  game: GameName,
  issue: z.string(),
  closesAt: Instant,
  bets: z.int(),
  stakes: Amount,
  /** The draw pays no more than this, whatever its numbers; it may be less. */
  worst: Amount,
  /** The most that it may pay by its published rules. */
  payoutMost: Amount,
})

export type HouseNow = z.output<typeof HouseNow>
const HouseNow = z.strictObject({
  now: Instant,
  money: z.nullable(Money),
  /** Different players with a live connection; one who is connected to two nodes counts twice. */
  players: z.nullable(z.strictObject({ online: z.int() })),
  chats: z.nullable(z.strictObject({ waiting: z.int(), open: z.int(), oldest: z.nullable(Instant) })),
  /** The next draw of each game. */
  draws: z.nullable(z.array(Exposed)),
  beacon: z.nullable(
    z.strictObject({
      mode: z.enum(['public-beacon', 'house-beacon']),
      /** Why no bets are taken in any game. */
      stop: z.nullable(z.enum(bettingStops)),
      /** How long ago the newest known round was due. */
      roundAgeMs: z.int(),
      isClockTrusted: z.boolean(),
    }),
  ),
  /** `needed` is null where the site asks no witnesses. */
  witnesses: z.nullable(
    z.strictObject({ needed: z.nullable(z.int()), of: z.int(), unwitnessedSince: z.nullable(Instant) }),
  ),
  /** The newest proof of what the house owes players; null inside where there is none yet. */
  owed: z.nullable(
    z.strictObject({ proof: z.nullable(z.strictObject({ number: z.int(), at: Instant, total: Amount })) }),
  ),
})

export const showHouseNow = endpoint({
  method: 'GET',
  path: '/console/desk/now',
  summary: 'How the house stands at this moment; what the caller may not see is null',
  who: 'operator',
  input: z.strictObject({}),
  output: HouseNow,
  refuses: [],
  limit: 'read',
})
