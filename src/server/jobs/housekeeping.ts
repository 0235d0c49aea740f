import type { App } from '../app.ts'
import { type Job, every } from './every.ts'

const dayMs = 24 * 3_600_000

/** Long enough for any phone that was off over night to resume; later ones ask for everything anew. */
const eventsKeptMs = dayMs

/** A lost answer may be asked for again for a month. */
const answersKeptMs = 35 * dayMs

/** Removes what nobody can ask for any more. Money, bets, draws and sessions are not among it. */
export function startHousekeeping(app: App): Job {
  return every(3_600_000, app.log, async () => {
    const nowMs = app.clock.nowMs()
    await app.db.query
      .deleteFrom('event')
      .where('at', '<', new Date(nowMs - eventsKeptMs))
      .execute()
    await app.db.query
      .deleteFrom('stored_answer')
      .where('at', '<', new Date(nowMs - answersKeptMs))
      .execute()
  })
}
