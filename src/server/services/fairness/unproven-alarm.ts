import type { App } from '../../world/app.ts'
import { setStanding } from '../node/standing-alarm.ts'
import type { Unproven } from './proven-draw.ts'

/** Settling an unproven draw is retried every few seconds, so if none was found for this long, it is gone. */
const goneAfterMs = 60_000

/** Stops money when a row in the database claims a result or bets that the log does not prove: somebody must have altered the row. */
export async function raiseUnproven(app: App, { message }: Unproven): Promise<void> {
  app.log.error({ what: message }, 'the public log does not prove a draw that was about to be paid; money is stopped')
  app.node.unprovenAtMs = app.clock.steadyMs()
  await setStanding(app, 'draws', message)
}

/** Ends the alarm once no unproven draw was found for a minute. */
export async function endUnproven(app: App): Promise<void> {
  const foundMs = app.node.unprovenAtMs
  if (foundMs === null || app.clock.steadyMs() - foundMs < goneAfterMs) return
  await setStanding(app, 'draws', null)
  app.node.unprovenAtMs = null
}
