import { handbookPage } from '#contract/console/desk'
import type { App } from '../../world/app.ts'
import type { LeftBehind } from '../../services/node/beat.ts'
import { localAlarms } from '../../services/node/local-alarms.ts'
import type { Alarm } from '../../world/members/node.ts'
import { houseAlarms } from './alarms.ts'

/**
 * Notes the alarms of the house for the metrics, and sends the webhook each that was raised or cleared since the last run; the row in `told_alarm` makes sure
 * that only one node sends it.
 */
export async function tellHouseAlarms(app: App): Promise<void> {
  const { config, db, clock, node } = app
  const nowMs = clock.nowMs()
  const alarms = await houseAlarms({ db: db.query, nowMs })
  node.ofHouse = alarms
  if (!config.alarmWebhook) return
  for (const alarm of alarms) {
    // What the webhook did not accept is undone, here and below, so that the next run retries.
    if ((await noteTold(app, alarm.kind)) && !(await send(app, { ...alarm, state: 'raised' })))
      await db.query.deleteFrom('told_alarm').where('kind', '=', alarm.kind).execute()
  }
  const over = await db.query
    .deleteFrom('told_alarm')
    .$if(alarms.length > 0, (query) =>
      query.where(
        'kind',
        'not in',
        alarms.map(({ kind }) => kind),
      ),
    )
    .returning('kind')
    .execute()
  for (const { kind } of over)
    if (!(await send(app, { kind, what: '', since: null, state: 'cleared' }))) await noteTold(app, kind)
}

/** Notes that the webhook knows of an alarm; false where another node, or an earlier run, has done so. */
async function noteTold({ db, clock }: App, kind: string): Promise<boolean> {
  const added = await db.query
    .insertInto('told_alarm')
    .values({ kind, told_at: new Date(clock.nowMs()) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('kind')
    .executeTakeFirst()
  return added !== undefined
}

/**
 * Reports this node's own alarms to log and webhook, from memory: an alarm about the database must not need the
 * database, and no other node can clear it.
 */
export async function tellLocalAlarms(app: App): Promise<void> {
  const { log, node } = app
  const { told, name } = node
  const alarms = localAlarms(app)
  for (const alarm of alarms.filter(({ kind }) => !told.has(kind))) {
    log.error({ alarm: alarm.kind, what: alarm.what, handbook: handbookPage(alarm.kind) }, 'an alarm is raised')
    if (await send(app, { ...alarm, node: name, state: 'raised' })) told.set(alarm.kind, alarm.what)
  }
  for (const kind of [...told.keys()].filter((each) => alarms.every((alarm) => alarm.kind !== each))) {
    log.warn({ alarm: kind }, 'an alarm is over')
    if (await send(app, { kind, what: '', since: null, node: name, state: 'cleared' })) told.delete(kind)
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
