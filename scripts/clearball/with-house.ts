import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { emptyMemory } from '#server/open-app'
import { openDatabase } from '#server/db/database'
import { findCluster } from '#server/db/embedded'
import type { App, RunningConfig } from '#server/world/app'
import { systemClock } from '#server/world/clock'
import { type Config, readConfig } from '#server/world/config'
import { openLog } from '#server/world/log'
import { systemRandom } from '#server/world/random'
import { Secret } from '#server/world/secrets/secret'
import { Problem } from './command.ts'

/** The settings, as the server would read them. */
export function readSettings(): Config {
  const read = readConfig(process.env, [])
  if ('problems' in read) throw new Problem(read.problems.join('\n'))
  return read.config
}

/** The database's addresses for the app and for the owner; the embedded one must be running. */
export async function databaseUrls(config: Config): Promise<{ url: string; ownerUrl: string }> {
  if (config.databaseUrl) return { url: config.databaseUrl.reveal(), ownerUrl: config.databaseOwnerUrl!.reveal() }
  const cluster = await findCluster(config.dataFolder)
  if (!cluster) throw new Problem('Clearball is not running; start it first with npm start.')
  return { url: cluster.url('clearball_server', 'clearball'), ownerUrl: cluster.url('clearball_owner', 'clearball') }
}

/** A key that is set, or that the first start left in the data folder. */
export async function keptKey({ dataFolder }: Config, set: Secret | null, file: string): Promise<Secret | null> {
  if (set) return set
  const path = join(dataFolder, file)
  return existsSync(path) ? new Secret(await readFile(path, 'utf8')) : null
}

/** What commands need of an application; it serves nobody and runs no jobs. */
export type House = Pick<App, 'config' | 'db' | 'clock' | 'random' | 'log' | 'memory'>

export async function withHouse<T>(config: Config, work: (house: House) => Promise<T>): Promise<T> {
  const pepper = await keptKey(config, config.pepper, 'pepper')
  if (!pepper) throw new Problem(`PASSWORD_PEPPER is not set, and there is no pepper in ${config.dataFolder}.`)
  const log = openLog('silent')
  const { url } = await databaseUrls(config)
  const db = openDatabase({ url, log, size: 2 })
  try {
    const running = { ...config, pepper, worker: 1 } as RunningConfig
    return await work({ config: running, db, clock: systemClock, random: systemRandom, log, memory: emptyMemory() })
  } finally {
    await db.close()
  }
}
