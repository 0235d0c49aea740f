import { sql } from 'kysely'
import type { OperatorRole } from '#contract/ops'
import type { Facts } from '#contract/refusals'
import { storedCents } from '#core/money/cents'
import { amountText } from '#core/money/amount-text'
import type { App } from '../../world/app.ts'
import type { Queryable, Tx } from '../../world/members/database.ts'
import { transaction } from '../../db/database.ts'
import { can } from '../../services/calls/capabilities.ts'
import { queueMail } from '../../services/mails/queue-mail.ts'
import { gameSums, players } from './report-games.ts'
import { dayText, mondayMs, weekMs } from './weeks.ts'

/** By then the last draws of Sunday are settled and rolled up. */
const waitMs = 3_600_000

/**
 * Writes the mails with the figures of the week that is over to the operators who want them: once a week, on one node. A house that was
 * down on Monday writes them later in the week.
 */
export async function mailWeeklyReport(app: Pick<App, 'db' | 'clock' | 'random' | 'config'>): Promise<number> {
  const { db, clock, random, config } = app
  const nowMs = clock.nowMs()
  const mondayAtMs = mondayMs(nowMs - waitMs)
  const week = dayText(mondayAtMs - weekMs)
  const isWritten = await db.query
    .selectFrom('weekly_report')
    .select('week')
    .where('week', '=', week)
    .executeTakeFirst()
  if (isWritten) return 0
  return transaction(db, random, async (tx) => {
    const readers = await readersOf(tx, new Date(mondayAtMs + waitMs))
    if (readers.length === 0) return 0
    const won = await tx
      .insertInto('weekly_report')
      .values({ week, at: new Date(nowMs), mails: readers.length })
      .onConflict((conflict) => conflict.doNothing())
      .returning('week')
      .executeTakeFirst()
    if (!won) return 0
    const [own, before] = [await figuresOf(tx, mondayAtMs - weekMs), await figuresOf(tx, mondayAtMs - 2 * weekMs)]
    const [from, until] = [week, dayText(mondayAtMs - 1)]
    const link = `${config.consoleUrl?.replace(/\/$/, '') ?? ''}/reports?from=${from}&until=${until}&compare=before`
    for (const { name, email, language } of readers) {
      const facts = { name, from, until, link, ...shown(own, language), ...suffixed(shown(before, language)) }
      await queueMail(tx, { kind: 'weekly_report', to: { email: email!, language }, facts }, { nowMs, random })
    }
    return readers.length
  })
}

/** Who asked for the mail before it was due, and may still read reports. Who asks later in the week gets the next one. */
async function readersOf(tx: Tx, dueAt: Date) {
  const rows = await tx
    .selectFrom('report_reader')
    .innerJoin('operator', 'operator.id', 'operator_id')
    .select(['name', 'email', 'role', 'language'])
    .where('since', '<=', dueAt)
    .where('left_at', 'is', null)
    .where('email', 'is not', null)
    .execute()
  return rows.filter(({ role }) => can(role as OperatorRole, 'reports.view'))
}

type Figures = { turnover: bigint; payouts: bigint; deposits: bigint; withdrawals: bigint; players: number }

async function figuresOf(db: Queryable, weekStartMs: number): Promise<Figures> {
  const days = { from: dayText(weekStartMs), until: dayText(weekStartMs + weekMs - 1) }
  const sums = await gameSums(db, days)
  const [since, before] = [new Date(weekStartMs), new Date(weekStartMs + weekMs)]
  const { rows } = await sql<{ deposits: bigint; withdrawals: bigint }>`
    select (select coalesce(sum(received), 0)::bigint from deposit
        where decided_at >= ${since} and decided_at < ${before} and status = 'passed') as deposits,
      (select coalesce(sum(amount), 0)::bigint from withdrawal
        where decided_at >= ${since} and decided_at < ${before} and status = 'passed') as withdrawals`.execute(db)
  return {
    turnover: sums.reduce((sum, { stakes }) => sum + stakes, 0n),
    payouts: sums.reduce((sum, { paid }) => sum + paid, 0n),
    players: await players(db, days),
    ...rows[0]!,
  }
}

function shown({ turnover, payouts, deposits, withdrawals, players: active }: Figures, language: string): Facts {
  const amount = (cents: bigint) => amountText(storedCents(cents), language)
  return {
    turnover: amount(turnover),
    payouts: amount(payouts),
    revenue: amount(turnover - payouts),
    players: String(active),
    deposits: amount(deposits),
    withdrawals: amount(withdrawals),
  }
}

const suffixed = (facts: Facts): Facts =>
  Object.fromEntries(Object.entries(facts).map(([name, value]) => [`${name}Before`, value]))
