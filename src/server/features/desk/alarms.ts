import { sql } from 'kysely'
import type { AlarmKind } from '#contract/console/desk'
import type { App } from '../../world/app.ts'
import type { Queryable } from '../../world/members/database.ts'
import type { Alarm } from '../../world/members/node.ts'
import { brokenActions } from '../../services/actions/action-chain.ts'
import { copiedHead } from '../../services/actions/copy-actions.ts'
import { bandOf, gameSums } from '../reports/report-games.ts'
import { queues } from './queues.ts'

type House = { readonly db: Queryable; readonly nowMs: number }

/** What is wrong with the house as a whole, the same from every node. Each look asks anew, so an alarm ends when its reason does. */
export async function houseAlarms(house: House): Promise<Alarm[]> {
  const found = [
    await standingAlarm(house, 'ledger'),
    await standingAlarm(house, 'files'),
    await standingAlarm(house, 'log'),
    await standingAlarm(house, 'draws'),
    await queueAlarm(house),
    await chaseAlarm(house),
    await mailAlarm(house),
    await returnAlarm(house),
  ]
  return found.filter((alarm) => alarm !== null)
}

/** What other nodes say of themselves, as long as they are there. */
export async function alarmsElsewhere(db: Queryable, ownId: string): Promise<Alarm[]> {
  const rows = await db
    .selectFrom('node_alarm')
    .innerJoin('node', 'node.id', 'node_id')
    .select(['name', 'kind', 'what', 'since'])
    .where('node_id', '<>', ownId)
    .orderBy('since')
    .execute()
  return rows.map(({ name, kind, what, since }) => ({
    kind: kind as AlarmKind,
    what: `${name}: ${what}`,
    since: since.getTime(),
  }))
}

/** What stops money: the books of the house, or what one of its machines found about its files, the public log or a draw. */
async function standingAlarm({ db }: House, kind: 'ledger' | 'files' | 'log' | 'draws'): Promise<Alarm | null> {
  const open = await db
    .selectFrom('alarm')
    .select(['source', 'what', 'raised_at'])
    .where('cleared_at', 'is', null)
    .where('source', 'like', `${kind}%`)
    .orderBy('id')
    .executeTakeFirst()
  if (!open) return null
  const machine = open.source.split('@')[1]
  const what = machine ? `${machine}: ${open.what}` : open.what
  return { kind, what, since: open.raised_at.getTime() }
}

type Watched = Pick<App, 'db' | 'log' | 'node'> & { readonly copy: string | null }

/**
 * Walks the whole chain of operators' actions, and holds it against the copy that is kept elsewhere; too long for every look,
 * so a job does and the looks remember.
 */
export async function checkActions({ db, log, node, copy }: Watched): Promise<void> {
  const copied = copy === null ? null : await copiedHead(copy)
  const problems = await brokenActions(db.query, copied ?? undefined)
  if (problems.length > 0) log.error({ problems }, 'the audit log was tampered with')
  node.find('audit_log', problems.length > 0 ? { what: problems[0]!, sinceMs: null } : null)
}

async function queueAlarm({ db, nowMs }: House): Promise<Alarm | null> {
  const late = (await queues(db, nowMs)).filter(
    // Who writes while customer service is closed waits until it opens, which is nothing to be alarmed by.
    ({ kind, oldest, promisedMs }) => kind !== 'conversations' && oldest !== null && nowMs - oldest > promisedMs,
  )
  if (late.length === 0) return null
  const what = late.map(({ kind, waiting }) => `${kind} ${waiting}`).join(', ')
  return { kind: 'queue', what, since: Math.min(...late.map(({ oldest, promisedMs }) => oldest! + promisedMs)) }
}

/** A chase that could not go on as often as this will not go on by itself. */
const failuresSuspicious = 3

async function chaseAlarm({ db }: House): Promise<Alarm | null> {
  const stuck = await db
    .selectFrom('chase')
    .select(['id', 'problem', (eb) => eb.fn.countAll<bigint>().over().as('count')])
    .where('status', '=', 'running')
    .where('failures', '>=', failuresSuspicious)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return stuck ? { kind: 'chase', what: `${stuck.count}: ${stuck.id} ${stuck.problem}`, since: null } : null
}

/** A mail that failed as often as this has stopped being bad luck. */
const triesSuspicious = 3

/**
 * Mails that the server did not take since it last took one. What one address refuses is that address's business: it would
 * hide for days that nobody gets mail any more.
 */
async function mailAlarm({ db }: House): Promise<Alarm | null> {
  const { rows } = await sql<{ failed: number; since: Date | null }>`
    select count(*)::integer as failed, min(created_at) as since from mail
    where sent_at is null and failed_by = 'server' and tries >= ${triesSuspicious}
      and failed_at > coalesce((select max(sent_at) from mail), '-infinity')`.execute(db)
  const { failed, since } = rows[0]!
  return failed > 0 ? { kind: 'mail', what: String(failed), since: since!.getTime() } : null
}

/** Returns are judged over a month: of a day chance alone says too little. */
const judgedMs = 30 * 24 * 3_600_000

async function returnAlarm({ db, nowMs }: House): Promise<Alarm | null> {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const games = await gameSums(db, { from: day(nowMs - judgedMs), until: day(nowMs) })
  const outside = games.filter((sums) => bandOf(sums).isOutside).map(({ game }) => game)
  return outside.length > 0 ? { kind: 'return', what: outside.join(', '), since: null } : null
}
