// npm run change-operator-key: hands the public log over to another key. Stop every node first, and start them with the new
// key: a node that still has the old one is refused by the database's log, but would go on signing receipts with it.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openLogMark } from '#server/services/fairness/log-mark'
import type { App, RunningConfig } from '#server/world/app'
import { systemClock } from '#server/world/clock'
import { type Config, readConfig } from '#server/world/config'
import { openDatabase } from '#server/db/database'
import { keep, startCluster } from '#server/db/embedded'
import { changeOperatorKey } from '#server/services/fairness/change-key'
import { lockFolder } from '#server/world/work/folder-lock'
import { openLog } from '#server/world/log'
import { systemRandom } from '#server/world/random'
import { Secret } from '#server/world/secrets/secret'

/** Something the person at the terminal can mend. */
class Problem extends Error {}

type Keys = { readonly old: Secret; readonly next: Secret }

/** Where the key is set, the new one comes from outside as well, and nothing is written down. */
async function changeSet(config: Config, old: Secret): Promise<string> {
  const next = process.env.NEW_OPERATOR_KEY ?? ''
  if (!/^[0-9a-f]{64}$/.test(next)) throw new Problem('Set NEW_OPERATOR_KEY to the new key, 64 lower-case hex digits.')
  const { seq, publicKey } = await change(config, { old, next: new Secret(next) })
  return `Record ${seq} of the log names the new key ${publicKey}. Start every node with it.`
}

/**
 * Where a site keeps its key itself, the new one takes the file's place and the old one stays beside it. The new one is
 * written first, and used again by a second try: the log may name it already.
 */
async function changeKept(config: Config): Promise<string> {
  const file = join(config.dataFolder, 'operator-key')
  if (!existsSync(file)) throw new Problem(`There is no key in ${config.dataFolder}.`)
  const old = new Secret(await readFile(file, 'utf8'))
  const next = new Secret(await keep(`${file}.next`, () => randomBytes(32).toString('hex')))
  const { seq, publicKey } = await change(config, { old, next })
  await writeFile(`${file}.until-${seq}`, old.reveal(), { mode: 0o600 })
  await rename(`${file}.next`, file)
  return `Record ${seq} of the log names the new key ${publicKey}. It is in ${file}.`
}

async function change(config: Config, keys: Keys) {
  if (config.databaseUrl) return changeIn(config.databaseUrl.reveal(), { config, ...keys })
  const lock = await lockFolder(config.dataFolder)
  if (!lock.isHeld) throw new Problem(`Clearball is running on ${config.dataFolder}; stop it first.`)
  try {
    const cluster = await startCluster(config.dataFolder)
    try {
      return await changeIn(cluster.url('clearball_server', 'clearball'), { config, ...keys })
    } finally {
      await cluster.stop()
    }
  } finally {
    await lock.release()
  }
}

async function changeIn(url: string, { config, old, next }: Keys & { config: Config }) {
  const log = openLog('silent')
  const db = openDatabase({ url, log, size: 2 })
  const running = { ...config, operatorKey: old } as RunningConfig
  const logMark = openLogMark(running, systemClock)
  const app = { config: running, logMark, db, clock: systemClock, random: systemRandom, log }
  try {
    // Nothing is drawn here, so the beacon has no say.
    return await changeOperatorKey({ ...app, beacon: { mayAct: () => true } } as unknown as App, next)
  } finally {
    await db.close()
  }
}

const read = readConfig(process.env, [])
try {
  if ('problems' in read) throw new Problem(read.problems.join('\n'))
  const { operatorKey } = read.config
  console.log(operatorKey ? await changeSet(read.config, operatorKey) : await changeKept(read.config))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
