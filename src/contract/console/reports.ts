import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { GameName } from '../play/games.ts'
import { Amount, SignedAmount } from '../wire.ts'

const Day = z.iso.date('request_malformed')

/** Days by universal time, both included. */
const range = { from: Day, until: Day }

/** Shares are in hundredths of a percent: 9750 is 97.5 %. Null where nothing was staked. */
const Share = z.nullable(z.int())

const Figures = {
  bets: z.int(),
  turnover: Amount,
  payouts: Amount,
  /** Turnover less payouts; rebates and extras for void draws are shown apart. */
  grossRevenue: SignedAmount,
  /** Gross revenue by turnover. */
  hold: z.nullable(z.int()),
  /** Payouts by turnover. */
  actualReturn: Share,
  /** What the odds of these very bets pay in the long run. */
  theoreticalReturn: Share,
}

const Band = {
  /**
   * How far the actual return may be from the theoretical one by chance, 99.7 times of 100; null after too few draws.
   */
  band: Share,
  isOutside: z.boolean(),
}

export const reportGames = endpoint({
  method: 'GET',
  path: '/console/reports/games',
  summary: 'Turnover, payouts, revenue and return by game, by market and by day',
  who: 'operator',
  can: 'reports.view',
  input: z.strictObject(range),
  output: z.strictObject({
    games: z.array(
      z.strictObject({
        game: GameName,
        draws: z.int(),
        ...Figures,
        ...Band,
        rebates: Amount,
        /** Stakes of draws that were void or cancelled. */
        returned: Amount,
      }),
    ),
    /** Of some hundred markets one or another is outside its band by chance; an alarm is raised for games alone. */
    markets: z.array(z.strictObject({ game: GameName, market: z.string(), ...Figures, ...Band })),
    days: z.array(
      z.strictObject({ day: Day, turnover: Amount, payouts: Amount, grossRevenue: SignedAmount, players: z.int() }),
    ),
    /** Different players over the whole range. */
    players: z.int(),
    /** Extras paid for void draws. */
    shadows: Amount,
  }),
  refuses: ['request_malformed', 'range_too_long'],
  limit: 'read',
})

const Money = z.strictObject({ day: Day, count: z.int(), amount: Amount })
const ReviewTimes = z.strictObject({
  kind: z.enum(['certifications', 'deposits', 'withdrawals']),
  decided: z.int(),
  rejected: z.int(),
  /** From being asked to being decided. */
  medianMs: z.nullable(z.int()),
  p95Ms: z.nullable(z.int()),
  promisedMs: z.int(),
})

export const reportMoney = endpoint({
  method: 'GET',
  path: '/console/reports/money',
  summary: 'Top-ups and withdrawals by day, how long reviews took, and what the house owes now',
  who: 'operator',
  can: 'reports.view',
  input: z.strictObject(range),
  output: z.strictObject({
    deposits: z.array(Money),
    withdrawals: z.array(Money),
    reviews: z.array(ReviewTimes),
    newPlayers: z.int(),
    liability: z.strictObject({
      available: Amount,
      held: Amount,
      repeatOrders: Amount,
      periods: Amount,
      house: SignedAmount,
      broughtIn: SignedAmount,
      /** Zero, or calls that move money are stopped. */
      difference: SignedAmount,
    }),
  }),
  refuses: ['request_malformed', 'range_too_long'],
  limit: 'read',
})
