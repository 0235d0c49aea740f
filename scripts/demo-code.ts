import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '#server/clock'
import { type Config, readConfig } from '#server/config'
import { openDatabase } from '#server/db/database'
import { findCluster } from '#server/db/embedded'
import { demoCodes } from '#server/features/demo/demo-factors'
import { openLog } from '#server/log'
import { Secret } from '#server/secret'

// What the demo operators' authenticator apps show now: `npm run demo:code` for all, `npm run demo:code -- admin` for one.
// It reads the database with the pepper of the machine it runs on; whoever can run it owns the demonstration anyway.

async function databaseUrl(config: Config): Promise<string | null> {
  if (config.databaseUrl) return config.databaseUrl.reveal()
  return (await findCluster(config.dataFolder))?.url('clearball_server', 'clearball') ?? null
}

async function print(config: Config, only: string | undefined): Promise<string | null> {
  if (config.mode !== 'demo') return 'There are demo operators in demo mode only.'
  const url = await databaseUrl(config)
  if (!url) return 'Clearball is not running; start it first with npm start.'
  const pepper = config.pepper ?? new Secret(await readFile(join(config.dataFolder, 'pepper'), 'utf8'))
  const db = openDatabase({ url, log: openLog('silent'), size: 1 })
  try {
    const codes = await demoCodes({ config: { ...config, pepper }, db, clock: systemClock })
    const wanted = codes.filter(({ account }) => !only || account === only)
    if (wanted.length === 0) return `There is no demo operator ${only ?? ''} with an authenticator app.`
    for (const { account, code } of wanted) console.log(only ? code : `${account.padEnd(10)}${code}`)
    return null
  } finally {
    await db.close()
  }
}

const read = readConfig(process.env, [])
const problem = 'problems' in read ? read.problems.join('\n') : await print(read.config, process.argv[2])
if (problem) {
  console.error(problem)
  process.exitCode = 1
}
