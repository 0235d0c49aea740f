// npm run change-operator-key: hands the public log over to another key. Stop every node first, and start them with the new
// key: a node that still has the old one is refused by the database's log, but would go on signing receipts with it.
import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '#server/app'
import { systemClock } from '#server/clock'
import { type Config, readConfig } from '#server/config'
import { openDatabase } from '#server/db/database'
import { startCluster } from '#server/db/embedded'
import { changeOperatorKey } from '#server/fairness/change-key'
import { lockFolder } from '#server/folder-lock'
import { openLog } from '#server/log'
import { systemRandom } from '#server/random'
import { Secret } from '#server/secret'

/** Where a site keeps its key itself, the new one takes the file's place and the old one stays beside it. */
async function changeKept(config: Config): Promise<string> {
  const lock = await lockFolder(config.dataFolder)
  if (!lock.isHeld) return `Clearball is running on ${config.dataFolder}; stop it first.`
  const file = join(config.dataFolder, 'operator-key')
  const old = new Secret(await readFile(file, 'utf8'))
  const next = new Secret(randomBytes(32).toString('hex'))
  await writeFile(`${file}.next`, next.reveal(), { mode: 0o600 })
  const cluster = await startCluster(config.dataFolder)
  try {
    const { seq, publicKey } = await change(cluster.url('clearball_server', 'clearball'), { config, old, next })
    await writeFile(`${file}.until-${seq}`, old.reveal(), { mode: 0o600 })
    await rename(`${file}.next`, file)
    return `Record ${seq} of the log names the new key ${publicKey}. It is in ${file}.`
  } finally {
    await cluster.stop()
    await lock.release()
  }
}

type Keys = { readonly config: Config; readonly old: Secret; readonly next: Secret }

async function change(url: string, { config, old, next }: Keys) {
  const log = openLog('silent')
  const db = openDatabase({ url, log, size: 2 })
  const app = { config: { ...config, operatorKey: old }, db, clock: systemClock, random: systemRandom, log }
  try {
    // Nothing is drawn here, so the beacon has no say.
    return await changeOperatorKey({ ...app, beacon: { mayAct: () => true } } as unknown as App, next)
  } finally {
    await db.close()
  }
}

const read = readConfig(process.env, [])
const next = process.env.NEW_OPERATOR_KEY
if ('problems' in read) {
  console.error(read.problems.join('\n'))
  process.exitCode = 1
} else if (!read.config.databaseUrl) console.log(await changeKept(read.config))
else if (!read.config.operatorKey || !next || !/^[0-9a-f]{64}$/.test(next)) {
  console.error('Set OPERATOR_KEY to the key in force and NEW_OPERATOR_KEY to the new one, 64 hex digits each.')
  process.exitCode = 1
} else {
  const keys = { config: read.config, old: read.config.operatorKey, next: new Secret(next) }
  const { seq, publicKey } = await change(read.config.databaseUrl.reveal(), keys)
  console.log(`Record ${seq} of the log names the new key ${publicKey}. Start every node with it.`)
}
