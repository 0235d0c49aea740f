// npm run change-operator-key: hands the public log over to another key. Stop every node first, and start them with the new
// key: a node that still has the old one is refused by the database's log, but would go on signing receipts with it.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, readConfig } from '#server/world/config'
import { keep } from '#server/db/embedded'
import { formatKey, noteKey } from '#core/fairness/tlog/note'
import { changeOperatorKey } from '#server/services/fairness/change-key'
import { Secret } from '#server/world/secrets/secret'
import { Problem, withLog } from './with-log.ts'

type Keys = { readonly old: Secret; readonly next: Secret }

/** Where the key is set, the new one comes from outside as well, and nothing is written down. */
async function changeSet(config: Config, old: Secret): Promise<string> {
  const next = process.env.NEW_OPERATOR_KEY ?? ''
  if (!/^[0-9a-f]{64}$/.test(next)) throw new Problem('Set NEW_OPERATOR_KEY to the new key, 64 lower-case hex digits.')
  const { seq, publicKey } = await change(config, { old, next: new Secret(next) })
  return `Record ${seq} of the log names the new key ${publicKey}. Start every node with it, and give witnesses its verifier key ${vkeyOf(config, publicKey)}.`
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
  return `Record ${seq} of the log names the new key ${publicKey}. It is in ${file}. Give witnesses its verifier key ${vkeyOf(config, publicKey)}.`
}

/** The new key as a policy file names it. */
const vkeyOf = ({ logOrigin }: Config, publicKey: string) =>
  formatKey(noteKey(logOrigin, 1, Buffer.from(publicKey, 'hex')))

const change = (config: Config, { old, next }: Keys) => withLog(config, old, (app) => changeOperatorKey(app, next))

const read = readConfig(process.env, [])
try {
  if ('problems' in read) throw new Problem(read.problems.join('\n'))
  const { operatorKey } = read.config
  console.log(operatorKey ? await changeSet(read.config, operatorKey) : await changeKept(read.config))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
