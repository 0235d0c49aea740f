import { type RawBuilder, sql } from 'kysely'
import { type UnderWay, reaches, settingReach } from '#core/rules/money/setting-reach'
import type { MoneySettingName } from '#core/rules/money/settings'
import type { Queryable } from '../../world/members/database.ts'

const undecided = sql`status in ('waiting', 'under_review')`

/** Rows of queues and of the coming half-day, which indexes find without reading what is decided. */
const counts: Readonly<Record<UnderWay, (now: Date) => RawBuilder<unknown>>> = {
  certifications: () => sql`select count(*) from certification where ${undecided}`,
  deposits: () => sql`select count(*) from deposit where ${undecided}`,
  withdrawals: () => sql`select count(*) from withdrawal where ${undecided}`,
  proposals: () => sql`select count(*) from proposal where status = 'open'`,
  draws: () => sql`select count(*) from period where status = 'scheduled'`,
  holds: (now) => sql`select count(*) from withdrawal_hold where ended_at is null and held_until > ${now}`,
  cases: () => sql`select count(*) from signal_case where state <> 'closed'`,
}

/** How much is under way of what a change of this setting leaves as it is, or reaches at once. */
export async function underWay(
  db: Queryable,
  name: MoneySettingName,
  nowMs: number,
): Promise<Readonly<Partial<Record<UnderWay, number>>>> {
  const found: Partial<Record<UnderWay, number>> = {}
  for (const kind of reaches[settingReach[name]]) {
    const { rows } = await sql<{ count: bigint }>`select (${counts[kind](new Date(nowMs))}) as count`.execute(db)
    found[kind] = Number(rows[0]!.count)
  }
  return found
}

const most = 10_000

/** The players registered from these countries, as far as ten thousand and one, and the certifications from there that wait. */
export async function fromCountries(db: Queryable, countries: readonly string[]) {
  const { rows } = await sql<{ players: bigint; certifications: bigint }>`
    select
      (select count(*) from (select from player where country = any (${countries}) limit ${most + 1}) as counted) as players,
      (select count(*) from certification where country = any (${countries}) and ${undecided}) as certifications`.execute(
    db,
  )
  return { players: Number(rows[0]!.players), certifications: Number(rows[0]!.certifications) }
}

/** The top-ups to one receiving account that are not decided yet. */
export async function topUpsTo(db: Queryable, receivingId: string): Promise<number> {
  const { count } = await db
    .selectFrom('deposit')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('receiving_id', '=', receivingId)
    .where('status', 'in', ['waiting', 'under_review'])
    .executeTakeFirstOrThrow()
  return Number(count)
}
