import { sql } from 'kysely'
import { reportMoney } from '#contract/console/reports'
import { storedCents } from '#core/money/cents'
import type { Queryable } from '../../world/members/database.ts'
import { handleSnapshot } from '../../services/calls/handle.ts'
import { reconcile } from '../../services/ledger/reconcile.ts'
import { currentSettings } from '../../services/settings/current-settings.ts'
import { readRange } from './day-range.ts'
import { dayText } from './weeks.ts'

type Range = { readonly since: Date; readonly before: Date }
type Kind = 'certifications' | 'deposits' | 'withdrawals'

export const reportMoneyHandler = handleSnapshot(reportMoney, async ({ input, db, nowMs }) => {
  const range = readRange(input)
  const { promisedMs } = await currentSettings(db, nowMs)
  const [days, times] = [await decidedByDay(db, range), await timesOf(db, range)]
  const reviewsOf = (kind: Kind) => ({ ...reviewTimes(kind, days, times), promisedMs: promisedMs[kind] })
  return {
    deposits: movedByDay('deposits', days),
    withdrawals: movedByDay('withdrawals', days),
    reviews: [reviewsOf('certifications'), reviewsOf('deposits'), reviewsOf('withdrawals')],
    newPlayers: await newPlayers(db, range),
    liability: await reconcile(db),
  }
})

/**
 * The reviews of a range: days that are summed from their sums, later ones from the reviews themselves. Sums begin with the oldest
 * review and have no gap.
 */
const reviewsIn = ({ since, before }: Range) => sql`
  select kind, day, passed, rejected, amount, took, reviews from review_day
  where day >= ${dayText(since.getTime())} and day < ${dayText(before.getTime())}
  union all
  select kind, day, sum(passed), sum(rejected), sum(amount), array_agg(took), array_agg(passed + rejected)
  from decided_reviews(
    greatest(${since}::timestamptz, (select (max(day)::date + 1)::timestamp at time zone 'UTC' from review_day)), ${before})
  group by kind, day`

type Decided = { kind: Kind; day: string; passed: number; rejected: number; amount: bigint }

async function decidedByDay(db: Queryable, range: Range): Promise<Decided[]> {
  const { rows } = await sql<Decided>`
    select kind, day, passed::integer, rejected::integer, amount::bigint from (${reviewsIn(range)}) decided
    order by day`.execute(db)
  return rows
}

type Time = { kind: Kind; seconds: number; reviews: number }

async function timesOf(db: Queryable, range: Range): Promise<Time[]> {
  const { rows } = await sql<Time>`
    select kind, time.seconds, sum(time.reviews)::integer as reviews
    from (${reviewsIn(range)}) decided, unnest(decided.took, decided.reviews) time (seconds, reviews)
    group by kind, time.seconds order by time.seconds`.execute(db)
  return rows
}

/** By the day of the decision: what was credited, or paid out with its fee. */
function movedByDay(kind: Kind, days: readonly Decided[]) {
  return days
    .filter((each) => each.kind === kind && each.passed > 0)
    .map(({ day, passed, amount }) => ({ day, count: passed, amount: storedCents(amount) }))
}

function reviewTimes(kind: Kind, days: readonly Decided[], times: readonly Time[]) {
  const own = days.filter((each) => each.kind === kind)
  const rejected = own.reduce((sum, each) => sum + each.rejected, 0)
  const decided = own.reduce((sum, each) => sum + each.passed, rejected)
  const ownTimes = times.filter((each) => each.kind === kind)
  return { kind, decided, rejected, medianMs: timeOfMost(ownTimes, 50), p95Ms: timeOfMost(ownTimes, 95) }
}

/** The time in which so many of a hundred were decided. */
function timeOfMost(times: readonly Time[], percent: number): number | null {
  const all = times.reduce((sum, { reviews }) => sum + reviews, 0)
  let counted = 0
  const last = times.find(({ reviews }) => (counted += reviews) * 100 >= all * percent)
  return last ? last.seconds * 1_000 : null
}

async function newPlayers(db: Queryable, { since, before }: Range): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from player where created_at >= ${since} and created_at < ${before}`.execute(db)
  return rows[0]!.count
}
