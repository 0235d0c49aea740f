import { sql } from 'kysely'
import type { AlarmKind } from '#contract/console/desk'
import { failureOf, failures } from '../../world/database-failures.ts'
import type { Log } from '../../world/log.ts'
import type { Queryable } from '../../world/members/database.ts'
import type { Alarm } from '../../world/members/node.ts'
import { liabilityAlarm } from '../liabilities/liability-alarm.ts'
import { bandOf, gameSums } from '../reports/report-games.ts'
import { queues } from './queues.ts'

type House = { readonly db: Queryable; readonly nowMs: number }
type Look = (house: House) => Promise<Alarm | null>

const looks = {
  ledger: (house) => standingAlarm(house, 'ledger'),
  files: (house) => standingAlarm(house, 'files'),
  log: (house) => standingAlarm(house, 'log'),
  draws: (house) => standingAlarm(house, 'draws'),
  liabilities: liabilityAlarm,
  queue: queueAlarm,
  repeat_order: repeatOrderAlarm,
  mail: mailAlarm,
  return: returnAlarm,
  signals: signalAlarm,
} as const satisfies Partial<Record<AlarmKind, Look>>

/**
 * The alarms of the whole house, the same from every node. They are computed anew each time, so an alarm ends when its
 * cause does. A look that fails hides no other alarm; whether its own alarm lasts is unknown then. It must not be within a
 * transaction, which would fail with it.
 */
export async function houseAlarms(house: House & { readonly log: Log }) {
  const alarms: Alarm[] = []
  const unknown: AlarmKind[] = []
  for (const [kind, look] of Object.entries(looks) as [AlarmKind, Look][]) {
    try {
      const alarm = await look(house)
      if (alarm) alarms.push(alarm)
    } catch (error) {
      const failed = failureOf(error)
      if (failed && failures[failed].takesOut) throw error
      house.log.error({ err: error, alarm: kind }, 'an alarm could not be looked for')
      unknown.push(kind)
    }
  }
  return { alarms, unknown }
}

/** The alarms that other running nodes report about themselves. */
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

/** An alarm that stops money: the ledger, or what a node found about its files, the public log or a draw. */
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

async function queueAlarm({ db, nowMs }: House): Promise<Alarm | null> {
  const late = (await queues(db, nowMs)).filter(
    // A conversation that arrives while customer service is closed waits until it opens; that is no reason for an
    // alarm.
    ({ kind, lateAt }) => kind !== 'conversations' && lateAt !== null && nowMs > lateAt,
  )
  if (late.length === 0) return null
  const what = late.map(({ kind, waiting }) => `${kind} ${waiting}`).join(', ')
  return { kind: 'queue', what, since: Math.min(...late.map(({ lateAt }) => lateAt!)) }
}

/** A repeat order that could not go on as often as this will not go on by itself. */
const failuresSuspicious = 3

async function repeatOrderAlarm({ db }: House): Promise<Alarm | null> {
  const stuck = await db
    .selectFrom('repeat_order')
    .select(['id', 'problem', (eb) => eb.fn.countAll<bigint>().over().as('count')])
    .where('status', '=', 'running')
    .where('failures', '>=', failuresSuspicious)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return stuck ? { kind: 'repeat_order', what: `${stuck.count}: ${stuck.id} ${stuck.problem}`, since: null } : null
}

/** A mail that failed this often is no longer bad luck. */
const triesSuspicious = 3

/**
 * Mails that the mail server refused since it last accepted one. Mails refused because of their own address do not
 * count: they would hide for days that nobody gets mail any more.
 */
async function mailAlarm({ db }: House): Promise<Alarm | null> {
  const { rows } = await sql<{ failed: number; since: Date | null }>`
    select count(*)::integer as failed, min(created_at) as since from mail
    where sent_at is null and failed_by = 'server' and tries >= ${triesSuspicious}
      and failed_at > coalesce((select max(sent_at) from mail), '-infinity')`.execute(db)
  const { failed, since } = rows[0]!
  return failed > 0 ? { kind: 'mail', what: String(failed), since: since!.getTime() } : null
}

const dayMs = 24 * 3_600_000
const hourMs = 3_600_000

/**
 * Withdrawals whose hold ended before anybody looked at the case, of the last day, and rules that failed within the last hour.
 */
async function signalAlarm({ db, nowMs }: House): Promise<Alarm | null> {
  const { rows } = await sql<{ unlooked: number; since: Date | null; failure: string | null }>`
    select count(*)::integer as unlooked, min(held_until) as since,
      (select name || ' ' || failure from signal_turn where failed_at > ${new Date(nowMs - hourMs)}
        order by failed_at desc limit 1) as failure
    from withdrawal_hold join withdrawal on withdrawal.id = withdrawal_id
    where (decided_at is null or decided_at > held_until)
      and ended_at is null and held_until <= ${new Date(nowMs)} and held_until > ${new Date(nowMs - dayMs)}`.execute(db)
  const { unlooked, since, failure } = rows[0]!
  if (unlooked === 0 && failure === null) return null
  const what = [unlooked > 0 ? `holds ${unlooked}` : null, failure].filter(Boolean).join(', ')
  return { kind: 'signals', what, since: since?.getTime() ?? null }
}

/** Returns are judged over a month: over a day chance is too strong. */
const judgedMs = 30 * 24 * 3_600_000

async function returnAlarm({ db, nowMs }: House): Promise<Alarm | null> {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const games = await gameSums(db, { from: day(nowMs - judgedMs), until: day(nowMs) })
  const outside = games.filter((sums) => bandOf(sums).isOutside).map(({ game }) => game)
  return outside.length > 0 ? { kind: 'return', what: outside.join(', '), since: null } : null
}
