import { openLogMark } from '#server/services/fairness/log-mark'
import { emptyMemory } from '#server/open-app'
import type { App, RunningConfig } from '#server/world/app'
import { systemClock } from '#server/world/clock'
import { openDatabase } from '#server/db/database'
import { openLog } from '#server/world/log'
import { systemRandom } from '#server/world/random'

/** Does something with the public log in a database that no node uses. */
export async function withDatabase<T>(url: string, config: RunningConfig, work: (app: App) => Promise<T>): Promise<T> {
  const log = openLog('silent')
  const db = openDatabase({ url, log, size: 2 })
  const logMark = openLogMark(config, systemClock)
  // Nothing is drawn here, so the beacon has no say.
  const beacon = { mayAct: () => true }
  const app = { config, logMark, db, clock: systemClock, random: systemRandom, log, memory: emptyMemory(), beacon }
  try {
    const done = await work(app as unknown as App)
    // Only now: what a node saw must survive a refusal.
    await logMark.written()
    return done
  } finally {
    await db.close()
  }
}
