import { sql } from 'kysely'
import { handbookPage } from '#contract/console/desk'
import type { App } from '../../world/app.ts'
import { transaction } from '../../db/database.ts'
import type { LeftBehind } from '../../services/node/beat.ts'
import { localAlarms } from '../../services/node/local-alarms.ts'
import type { Alarm } from '../../world/members/node.ts'
import { houseAlarms } from './alarms.ts'

/**
 * Notes the alarms of the house for the metrics, and sends the webhook each that was raised or cleared since the last run; the row in `told_alarm` makes sure
 * that only one node sends it.
 */
export async function tellHouseAlarms(app: App): Promise<void> {
  const { config, db, clock, node, log } = app
  const { rows } = await sql<{ began: string }>`select clock_timestamp()::text as began`.execute(db.query)
  const { alarms, unknown } = await houseAlarms({ db: db.query, nowMs: clock.nowMs(), log })
  const lasting = [...alarms.map(({ kind }) => kind), ...unknown]
  // A finding of this node, because another may be able to look.
  node.find('alarms', unknown.length > 0 ? { what: unknown.join(', '), sinceMs: null } : null)
  node.ofHouse = [...alarms, ...node.ofHouse.filter(({ kind }) => unknown.includes(kind))]
  if (!config.alarmWebhook) return
  for (const alarm of alarms) {
    // What the webhook did not accept is undone, here and below, so that the next run retries.
    const noted = await noteTold(app, alarm.kind)
    if (!noted || (await send(app, { ...alarm, state: 'raised' }))) continue
    await db.query.deleteFrom('told_alarm').where('kind', '=', alarm.kind).execute()
    if (noted === 'again') await noteUnheardEnd(app, alarm.kind)
  }
  const over = await db.query
    .deleteFrom('told_alarm')
    // What another node told since this one began to look may be new, and not over.
    .where('told_at', '<', sql<Date>`${rows[0]!.began}::timestamptz`)
    .$if(lasting.length > 0, (query) => query.where('kind', 'not in', lasting))
    .returning('kind')
    .execute()
  // Side by side, so that an alarm about which nothing can be noted keeps no other from being noted.
  await Promise.all(
    over.map(async ({ kind }) => {
      if (!(await send(app, { kind, what: '', since: null, state: 'cleared' }))) await noteUnheardEnd(app, kind)
    }),
  )
}

/** When an alarm was told whose end the webhook has yet to accept. If the alarm is raised again meanwhile, it is told as a new one. */
const endUnheard = new Date(0)

/** Keeps the alarm, so that the next run says again that it is over. */
async function noteUnheardEnd({ db }: App, kind: string): Promise<void> {
  await db.query
    .insertInto('told_alarm')
    .values({ kind, told_at: endUnheard })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Notes that the webhook knows of an alarm; null where another node, or an earlier run, has done so. */
function noteTold({ db, random }: App, kind: string): Promise<'new' | 'again' | null> {
  return transaction(db, random, async (tx) => {
    const unheard = await tx
      .deleteFrom('told_alarm')
      .where('kind', '=', kind)
      .where('told_at', '=', endUnheard)
      .returning('kind')
      .executeTakeFirst()
    const added = await tx
      .insertInto('told_alarm')
      // By the database's clock, which all nodes share.
      .values({ kind, told_at: sql<Date>`clock_timestamp()` })
      .onConflict((conflict) => conflict.doNothing())
      .returning('kind')
      .executeTakeFirst()
    return added ? (unheard ? 'again' : 'new') : null
  })
}

/**
 * Reports this node's own alarms to log and webhook, from memory: an alarm about the database must not need the
 * database, and no other node can clear it.
 */
export async function tellLocalAlarms(app: App): Promise<void> {
  const { log, node } = app
  const { told, name } = node
  const alarms = localAlarms(app)
  for (const alarm of alarms.filter(({ kind }) => !told.get(kind))) {
    log.error({ alarm: alarm.kind, what: alarm.what, handbook: handbookPage(alarm.kind) }, 'an alarm is raised')
    if (await send(app, { ...alarm, node: name, state: 'raised' })) told.set(alarm.kind, alarm.what)
  }
  for (const kind of [...told.keys()].filter((each) => alarms.every((alarm) => alarm.kind !== each))) {
    log.warn({ alarm: kind }, 'an alarm is over')
    if (await send(app, { kind, what: '', since: null, node: name, state: 'cleared' })) told.delete(kind)
    // If it is raised again before its end was accepted, it is told as a new one.
    else told.set(kind, '')
  }
}

/** Clears the alarms of nodes that are gone. */
export async function clearAlarmsOfGoneNodes(app: App, left: readonly LeftBehind[]): Promise<void> {
  for (const { kind, name } of left)
    await send(app, { kind, what: 'the node is gone', since: null, node: name, state: 'cleared' })
}

const answerWithinMs = 5_000

type Told = Omit<Alarm, 'kind'> & { kind: string; node?: string; state: 'raised' | 'cleared' }

/** Whether the webhook accepted it; true where none is configured. */
async function send({ config, clock, log }: App, { kind, what, since, node, state }: Told): Promise<boolean> {
  if (!config.alarmWebhook) return true
  const at = new Date(clock.nowMs()).toISOString()
  const began = since === null ? null : new Date(since).toISOString()
  const handbook = (config.consoleUrl?.replace(/\/$/, '') ?? '') + handbookPage(kind)
  try {
    const response = await fetch(config.alarmWebhook, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        house: config.consoleUrl,
        node: node ?? null,
        kind,
        state,
        what,
        since: began,
        at,
        handbook,
      }),
      signal: AbortSignal.timeout(answerWithinMs),
    })
    if (!response.ok) log.warn({ alarm: kind, status: response.status }, 'the alarm webhook refused an alarm')
    return response.ok
  } catch (error) {
    log.warn({ err: error, alarm: kind }, 'the alarm webhook could not be reached')
    return false
  }
}
