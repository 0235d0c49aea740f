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
  /** The time from being asked to being decided that half of them kept, and 95 of 100; rounded up to seconds, above ten minutes to minutes, above a day to hours. */
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

/** Sums over draws that were held; stakes that went back are not in them. */
const Sums = {
  bets: z.int(),
  turnover: Amount,
  payouts: Amount,
  /** Turnover less payouts. */
  grossRevenue: SignedAmount,
  /** Gross revenue by turnover. */
  hold: Share,
}

export const reportHours = endpoint({
  method: 'GET',
  path: '/console/reports/hours',
  summary: 'Turnover, payouts and revenue by hour of the day, by universal time',
  who: 'operator',
  can: 'reports.view',
  input: z.strictObject(range),
  output: z.strictObject({ hours: z.array(z.strictObject({ hour: z.int(), draws: z.int(), ...Sums })) }),
  refuses: ['request_malformed', 'range_too_long'],
  limit: 'read',
})

/** How long a player had been registered when a draw was held: up to 7 days, up to 30 days, longer. */
export const accountAges = ['week', 'month', 'older'] as const

export const reportPlayers = endpoint({
  method: 'GET',
  path: '/console/reports/players',
  summary: 'Turnover, payouts and revenue by country, by age of the account and by inviter',
  who: 'operator',
  can: 'reports.view',
  input: z.strictObject(range),
  output: z.strictObject({
    /** By the papers that the player was certified with. */
    countries: z.array(z.strictObject({ country: z.string(), ...Sums })),
    ages: z.array(z.strictObject({ age: z.enum(accountAges), ...Sums })),
    /** The hundred whose guests staked most. Null stands for all players who came by a code of an operator. */
    inviters: z.array(
      z.strictObject({ inviter: z.nullable(z.strictObject({ id: z.uuid(), account: z.string() })), ...Sums }),
    ),
    /** All other inviters together; null where there are none. */
    otherInviters: z.nullable(z.strictObject({ inviters: z.int(), ...Sums })),
  }),
  refuses: ['request_malformed', 'range_too_long'],
  limit: 'read',
})

/** After how many weeks it is asked who still plays. */
export const cohortWeeks = [1, 4, 12] as const

export const reportCohorts = endpoint({
  method: 'GET',
  path: '/console/reports/cohorts',
  summary: 'Players by the week of their first top-up: who still plays, and what they brought',
  who: 'operator',
  can: 'reports.view',
  input: z.strictObject(range),
  output: z.strictObject({
    cohorts: z.array(
      z.strictObject({
        /** The Monday of the week. */
        week: Day,
        players: z.int(),
        /** How many of them bet in the week that lies so many weeks later; null until that week is over. */
        after: z.array(z.strictObject({ weeks: z.int(), players: z.nullable(z.int()) })),
        /** On draws from their first top-up until now. */
        ...Sums,
      }),
    ),
  }),
  refuses: ['request_malformed', 'range_too_long'],
  limit: 'read',
})

/** The languages of the console, in which the mail can be written. */
export const reportLanguages = ['vi', 'zh-CN', 'en'] as const

export const showReportMail = endpoint({
  method: 'GET',
  path: '/console/me/report-mail',
  summary: 'Whether the signed-in operator gets the figures of the week by mail, every Monday',
  who: 'operator',
  input: z.strictObject({}),
  output: z.strictObject({
    /** False for a role that may not read reports. */
    isOffered: z.boolean(),
    /** Where it goes; null where no address of the operator is known. */
    email: z.nullable(z.string()),
    language: z.nullable(z.enum(reportLanguages)),
  }),
  refuses: [],
  limit: 'read',
})

export const setReportMail = endpoint({
  method: 'PUT',
  path: '/console/me/report-mail',
  summary: 'Get the figures of the week by mail in a language, or with null no longer',
  who: 'operator',
  input: z.strictObject({ language: z.nullable(z.enum(reportLanguages, 'request_malformed')) }),
  output: z.strictObject({}),
  refuses: ['not_allowed', 'request_malformed', 'email_missing'],
  limit: 'write',
})
