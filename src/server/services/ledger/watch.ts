import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import { formatCents } from '#core/money/cents'
import type { App } from '../../world/app.ts'
import type { Queryable } from '../../world/members/database.ts'
import { auditLedger } from './audit.ts'
import { withoutCause } from './causes.ts'
import { reconcile } from './reconcile.ts'
import { ledgerHead } from './seal.ts'
import { brokenSeals, contradictedHeads } from './verify-seals.ts'

/**
 * The progress of the watch. `next` is the seal to check next: each run continues where the last one stopped, and starts over at the
 * end of the chain. Null begins anywhere, since nodes that are started often would otherwise check the same first seals again and
 * again. `caused` is the last sealed entry up to which every transfer is known to have its cause.
 */
export type Rounds = { next: bigint | null; caused: bigint }

const figures = { isAlarmed: false, differenceCents: 0n, findings: 0, checkedMs: null as number | null }

/** The figures of this node's last run, for the metrics. */
export function ledgerFigures(): Readonly<typeof figures> {
  return figures
}

/**
 * Raises an alarm where the ledger does not add up. While it is open, the database refuses to move money, on every node; reading
 * goes on. Only a complete audit without a finding ends it; no operator can.
 */
export async function watchLedger(app: App, rounds: Rounds): Promise<void> {
  const { db, clock, log } = app
  const open = await db.query
    .selectFrom('alarm')
    .select('id')
    .where('source', '=', 'ledger')
    .where('cleared_at', 'is', null)
    .execute()
  const problems = open.length > 0 ? await auditLedger(db.longRunning) : await findProblems(app, rounds)
  figures.isAlarmed = problems.length > 0
  figures.findings = problems.length
  figures.checkedMs = clock.nowMs()
  const at = new Date(clock.nowMs())
  if (problems.length > 0)
    log.error({ problems: problems.slice(0, 20) }, 'the ledger does not add up; money is stopped')
  if (problems.length > 0 && open.length === 0) {
    const what = problems.slice(0, 20).join('\n')
    await db.query.insertInto('alarm').values({ source: 'ledger', what, raised_at: at }).execute()
  }
  if (problems.length === 0 && open.length > 0) {
    const ids = open.map(({ id }) => id)
    await db.query.updateTable('alarm').set({ cleared_at: at }).where('id', 'in', ids).execute()
    log.warn('the ledger adds up again; money moves again')
  }
}

/**
 * How long one run may check seals. The totals are cheap to check; hashing every entry ever made is not. Short, since the watch rests after
 * each run: bets that come meanwhile share the processor with it. But as long as the rest of the run took, because the watch then rests longer.
 */
export const sealBudgetMs = (restMs: number) => Math.min(2_000, Math.max(100, restMs))
/** What one statement checks, so that the budget is looked at often: of quiet hours many seals, under load a single one. */
const most = { seals: 200n, entries: 5_000 }

async function findProblems({ db, random }: App, rounds: Rounds): Promise<string[]> {
  const startedMs = performance.now()
  return db.longRunning
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const { difference } = await reconcile(tx)
      figures.differenceCents = difference
      const problems = difference === 0n ? [] : [`the total is off by ${formatCents(difference)}`]
      problems.push(...(await brokenTails(tx)), ...(await contradictedHeads(tx)))
      const uncaused = await withoutCause(tx, rounds.caused)
      // Sealed entries are final. Entries after the last seal are checked again in the next run.
      if (uncaused.length === 0) rounds.caused = (await ledgerHead(tx))?.uptoId ?? 0n
      const budgetMs = sealBudgetMs(performance.now() - startedMs)
      return [...problems, ...uncaused, ...(await nextSeals(tx, rounds, { budgetMs, random }))]
    })
}

/** Finds players' accounts whose entries since the last seal do not continue from one another, or do not end at the balance. */
async function brokenTails(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ ref: string }>`
    with horizon as (select coalesce(max(upto_id), 0) as id from seal),
    tail as (
      select account_id, balance_before, balance_after,
        lag(balance_after) over w as former, lead(arrived.id) over w is null as is_last
      from unsealed_entries() arrived where balance_after is not null
      window w as (partition by account_id order by arrived.id))
    select distinct ref from tail join account on account.id = account_id
    where (is_last and balance_after <> account.balance)
      or balance_before <> coalesce(former, (
        select balance_after from entry, horizon
        where entry.account_id = tail.account_id and entry.id <= horizon.id order by entry.id desc limit 1), 0)`.execute(
    db,
  )
  return rows.map(({ ref }) => `the entries of ${ref} do not lead to its balance`)
}

type Share = { readonly budgetMs: number; readonly random: App['random'] }

/** Checks the seals whose turn it is: at least those of one statement. */
export async function nextSeals(db: Queryable, rounds: Rounds, { budgetMs, random }: Share): Promise<string[]> {
  const head = await ledgerHead(db)
  if (!head) return []
  const problems: string[] = []
  const endMs = performance.now() + budgetMs
  let checked = 0n
  do {
    const next = rounds.next ?? 1n + BigInt(random.below(Number(head.number)))
    const first = next > head.number ? 1n : next
    const last = await lastOfPart(db, first)
    problems.push(...(await brokenSeals(db, { first, last })))
    checked += last + 1n - first
    rounds.next = last + 1n
  } while (checked < head.number && performance.now() < endMs)
  return problems
}

/** The last seal that is checked in one statement with this one. */
async function lastOfPart(db: Queryable, first: bigint): Promise<bigint> {
  const { rows } = await sql<{ last: bigint | null }>`
    select max(number) as last from (
      select number, sum(entries) over (order by number) as entries from seal
      where number between ${first} and ${first + most.seals - 1n}) part
    where entries <= ${most.entries}`.execute(db)
  return rows[0]!.last ?? first
}
