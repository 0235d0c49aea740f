import { openLogMark } from '#server/services/fairness/log-mark'
import { emptyMemory } from '#server/open-app'
import type { App, RunningConfig } from '#server/world/app'
import { systemClock } from '#server/world/clock'
import type { Config } from '#server/world/config'
import { openDatabase } from '#server/db/database'
import { startCluster } from '#server/db/embedded'
import { lockFolder } from '#server/world/work/folder-lock'
import { openLog } from '#server/world/log'
import { systemRandom } from '#server/world/random'
import type { Secret } from '#server/world/secrets/secret'
import { Problem } from '../clearball/command.ts'

/** Does something with the public log while no node runs; an embedded database is started for it. */
export async function withLog<T>(config: Config, operatorKey: Secret, work: (app: App) => Promise<T>): Promise<T> {
  const running = { ...config, operatorKey, worker: 1 } as RunningConfig
  if (config.databaseUrl) return withDatabase(config.databaseUrl.reveal(), running, work)
  const lock = await lockFolder(config.dataFolder)
  if (!lock.isHeld) throw new Problem(`Clearball is running on ${config.dataFolder}; stop it first.`)
  try {
    const cluster = await startCluster(config.dataFolder)
    try {
      return await withDatabase(cluster.url('clearball_server', 'clearball'), running, work)
    } finally {
      await cluster.stop()
    }
  } finally {
    await lock.release()
  }
}

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
