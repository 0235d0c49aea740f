import type { App } from '../../world/app.ts'
import { setStanding } from '../node/standing-alarm.ts'
import type { Unproven } from './proven-draw.ts'

/** What is not proven is tried again every few seconds; nothing found for so long means that it is gone. */
const goneAfterMs = 60_000

/** Somebody wrote into the database what the log does not say: nobody is paid anything until that is gone. */
export async function raiseUnproven(app: App, { message }: Unproven): Promise<void> {
  app.log.error({ what: message }, 'a draw would have been paid that the log does not prove; money stands still')
  app.node.unprovenAtMs = app.clock.steadyMs()
  await setStanding(app, 'draws', message)
}

/** Ends the alarm once nothing of the kind was met for a minute. */
export async function endUnproven(app: App): Promise<void> {
  const foundMs = app.node.unprovenAtMs
  if (foundMs === null || app.clock.steadyMs() - foundMs < goneAfterMs) return
  await setStanding(app, 'draws', null)
  app.node.unprovenAtMs = null
}
