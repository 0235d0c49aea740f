import { hostname } from 'node:os'
import type { App } from '../app.ts'
import type { Unproven } from './proven-draw.ts'

const source = `draws@${hostname()}`

/** What is not proven is tried again every few seconds; nothing found for so long means that it is gone. */
const goneAfterMs = 60_000

const lastFoundMs = new WeakMap<App, number>()

/** Somebody wrote into the database what the log does not say: nobody is paid anything until that is gone. */
export async function raiseUnproven(app: App, { message }: Unproven): Promise<void> {
  app.log.error({ what: message }, 'a draw would have been paid that the log does not prove; money stands still')
  lastFoundMs.set(app, app.clock.steadyMs())
  if (await openAlarm(app)) return
  const raised = { source, what: message, raised_at: new Date(app.clock.nowMs()) }
  await app.db.query.insertInto('alarm').values(raised).execute()
}

/** Ends the alarm once nothing of the kind was met for a minute. */
export async function endUnproven(app: App): Promise<void> {
  if (app.clock.steadyMs() - (lastFoundMs.get(app) ?? 0) < goneAfterMs) return
  const open = await openAlarm(app)
  if (!open) return
  const ended = { cleared_at: new Date(app.clock.nowMs()) }
  await app.db.query.updateTable('alarm').set(ended).where('id', '=', open.id).execute()
  app.log.warn('every draw that is to be paid is proven again')
}

function openAlarm({ db }: App) {
  return db.query
    .selectFrom('alarm')
    .select('id')
    .where('source', '=', source)
    .where('cleared_at', 'is', null)
    .executeTakeFirst()
}
