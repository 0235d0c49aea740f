import type { App } from '../../app.ts'
import { type Alarm, currentAlarms } from './alarms.ts'

/** Tells the webhook what began and what ended since it was last told; of several nodes, one does. */
export async function tellAlarms(app: App): Promise<void> {
  const { config, db, clock, beacon } = app
  if (!config.alarmWebhook) return
  const nowMs = clock.nowMs()
  const alarms = await currentAlarms({ db: db.query, nowMs, beacon })
  for (const alarm of alarms) {
    const isNew = await db.query
      .insertInto('told_alarm')
      .values({ kind: alarm.kind, told_at: new Date(nowMs) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('kind')
      .executeTakeFirst()
    // Forgotten again where nobody heard it, so that the next look tells it.
    if (isNew && !(await send(app, alarm, 'raised')))
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
  for (const { kind } of over) await send(app, { kind: kind as Alarm['kind'], what: '', since: null }, 'cleared')
}

const answerWithinMs = 5_000

async function send({ config, clock, log }: App, alarm: Alarm, state: 'raised' | 'cleared'): Promise<boolean> {
  const at = new Date(clock.nowMs()).toISOString()
  const since = alarm.since === null ? null : new Date(alarm.since).toISOString()
  try {
    const response = await fetch(config.alarmWebhook!, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ house: config.consoleUrl, kind: alarm.kind, state, what: alarm.what, since, at }),
      signal: AbortSignal.timeout(answerWithinMs),
    })
    return response.ok
  } catch (error) {
    log.warn({ err: error }, 'the alarm webhook was not reached')
    return false
  }
}
