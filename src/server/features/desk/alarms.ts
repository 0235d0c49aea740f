import { sql } from 'kysely'
import type { AlarmKind } from '#contract/console/desk'
import type { BeaconWatch } from '../../beacon/watch.ts'
import type { Queryable } from '../../db/database.ts'
import type { Log } from '../../log.ts'
import { brokenActions } from '../operators/action-chain.ts'
import { copiedHead } from '../operators/copy-actions.ts'
import { bandOf, gameSums } from '../reports/report-games.ts'
import { queues } from './queues.ts'

export type Alarm = { readonly kind: AlarmKind; readonly what: string; readonly since: number | null }

type House = { readonly db: Queryable; readonly nowMs: number; readonly beacon: BeaconWatch }

/** What is wrong with the house now. Each look asks anew, so an alarm ends when its reason does. */
export async function currentAlarms(house: House): Promise<Alarm[]> {
  const found = [
    await standingAlarm(house, 'ledger'),
    await standingAlarm(house, 'files'),
    auditAlarm(),
    clockAlarm(house),
    beaconAlarm(house),
    await queueAlarm(house),
    await chaseAlarm(house),
    await mailAlarm(house),
    await returnAlarm(house),
  ]
  return found.filter((alarm) => alarm !== null)
}

/** What stops money: the books of the house, or the files of one of its machines. */
async function standingAlarm({ db }: House, kind: 'ledger' | 'files'): Promise<Alarm | null> {
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

const seen = { brokenActions: [] as readonly string[] }

type Watched = { readonly db: Queryable; readonly log: Log; readonly copy: string | null }

/**
 * Walks the whole chain of operators' actions, and holds it against the copy that is kept elsewhere; too long for every look,
 * so a job does and the looks remember.
 */
export async function checkActions({ db, log, copy }: Watched): Promise<void> {
  const copied = copy === null ? null : await copiedHead(copy)
  seen.brokenActions = await brokenActions(db, copied ?? undefined)
  if (seen.brokenActions.length > 0) log.error({ problems: seen.brokenActions }, 'the audit log was tampered with')
}

function auditAlarm(): Alarm | null {
  const [first] = seen.brokenActions
  return first === undefined ? null : { kind: 'audit_log', what: first, since: null }
}

const driftMostMs = 1_000

function clockAlarm({ beacon }: House): Alarm | null {
  const driftMs = beacon.driftMs() ?? 0
  return Math.abs(driftMs) > driftMostMs ? { kind: 'clock', what: `${driftMs} ms`, since: null } : null
}

function beaconAlarm({ beacon }: House): Alarm | null {
  const stop = beacon.stop()
  return stop && stop !== 'clock' ? { kind: 'beacon', what: stop, since: null } : null
}

async function queueAlarm({ db, nowMs }: House): Promise<Alarm | null> {
  const late = (await queues(db, nowMs)).filter(
    ({ oldest, promisedMs }) => oldest !== null && nowMs - oldest > promisedMs,
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

async function mailAlarm({ db, nowMs }: House): Promise<Alarm | null> {
  const weekAgo = new Date(nowMs - 7 * 24 * 3_600_000)
  const { rows } = await sql<{ failed: number; since: Date | null }>`
    select count(*)::integer as failed, min(created_at) as since from mail
    where sent_at is null and problem is not null and tries >= ${triesSuspicious} and created_at > ${weekAgo}`.execute(
    db,
  )
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
