import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, readConfig } from '#server/world/config'
import type { Db } from '#server/world/members/database'
import { openDatabase } from '#server/db/database'
import { findCluster } from '#server/db/embedded'
import { openLog } from '#server/world/log'
import { Secret } from '#server/world/secrets/secret'

/** A demonstration that runs on this machine. Whoever can read its data folder owns it anyway. */
export type RunningDemo = { readonly config: Config & { readonly pepper: Secret }; readonly db: Db }

async function databaseUrl(config: Config): Promise<string | null> {
  if (config.databaseUrl) return config.databaseUrl.reveal()
  return (await findCluster(config.dataFolder))?.url('clearball_server', 'clearball') ?? null
}

/** Runs something against the running demonstration and prints the problem, if there is one. */
export async function withRunningDemo(work: (demo: RunningDemo) => Promise<string | null>): Promise<void> {
  const read = readConfig(process.env, [])
  const problem = 'problems' in read ? read.problems.join('\n') : await reach(read.config, work)
  if (!problem) return
  console.error(problem)
  process.exitCode = 1
}

async function reach(config: Config, work: (demo: RunningDemo) => Promise<string | null>): Promise<string | null> {
  if (config.mode !== 'demo') return 'There are demo operators in demo mode only.'
  const url = await databaseUrl(config)
  if (!url) return 'Clearball is not running; start it first with npm start.'
  const pepper = config.pepper ?? new Secret(await readFile(join(config.dataFolder, 'pepper'), 'utf8'))
  const db = openDatabase({ url, log: openLog('silent'), size: 1 })
  try {
    const house = await db.query.selectFrom('house').select('is_demo').executeTakeFirst()
    if (!house?.is_demo) return 'This database was made for real money; it has no demo operators.'
    return await work({ config: { ...config, pepper }, db })
  } finally {
    await db.close()
  }
}
