// The keys of a house: which there are and where, never what they are; and how each is changed.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { publicKeyOf } from '#core/fairness/signatures'
import { houseChain } from '#core/fairness/house-beacon'
import type { Config } from '#server/world/config'
import { publicKeyOf as pushPublicKeyOf } from '#server/world/push-settings'
import { type Secret, deriveKey } from '#server/world/secrets/secret'
import { type Command, Problem } from '../command.ts'
import { keyDays, readEnvFile } from '../env-file.ts'
import { keptKey, readSettings } from '../with-house.ts'
import { rotateDraw, rotateOperator } from './rotate-log-keys.ts'
import { rotateDatabase, rotatePush } from './rotate-outer-keys.ts'
import { rotatePepper } from './rotate-pepper.ts'

type Rotate = (config: Config, envFile: string | null, args: string[]) => Promise<string>

const rotations: Readonly<Record<string, Rotate>> = {
  operator: rotateOperator,
  draw: rotateDraw,
  pepper: rotatePepper,
  push: rotatePush,
  database: rotateDatabase,
  'house-beacon': async () => {
    throw new Problem(
      'The key of the house beacon cannot be changed: every published draw names the beacon by it. A new demonstration gets a new one.',
    )
  },
}

/** Tells keys apart and gives nothing of them away. */
const fingerprint = (secret: Secret) =>
  createHash('sha256').update(deriveKey(secret, 'fingerprint')).digest('hex').slice(0, 16)

type Listed = {
  readonly name: string
  readonly setting: string
  readonly file: string
  readonly set: Secret | null
  show(secret: Secret): string
}

const keysOf = (config: Config): Listed[] => [
  {
    name: 'operator',
    setting: 'OPERATOR_KEY',
    file: 'operator-key',
    set: config.operatorKey,
    show: (key) => `public key ${publicKeyOf(key.reveal())}`,
  },
  { name: 'draw', setting: 'DRAW_KEY', file: 'draw-key', set: config.drawKey, show: fingerprint },
  { name: 'pepper', setting: 'PASSWORD_PEPPER', file: 'pepper', set: config.pepper, show: fingerprint },
  {
    name: 'push',
    setting: 'PUSH_PRIVATE_KEY',
    file: 'push-key',
    set: config.push?.privateKey ?? null,
    show: (key) => `public key ${pushPublicKeyOf(key.reveal())}`,
  },
  {
    name: 'house-beacon',
    setting: 'HOUSE_BEACON_KEY',
    file: 'house-beacon-key',
    set: config.houseBeaconKey,
    show: (key) => `chain ${houseChain(key.reveal(), 0).publicKey}`,
  },
  { name: 'database', setting: 'DATABASE_URL', file: '', set: config.databaseUrl, show: roleOf },
  {
    name: 'database',
    setting: 'DATABASE_OWNER_URL',
    file: '',
    set: config.databaseUrl && config.databaseOwnerUrl,
    show: roleOf,
  },
]

function roleOf(url: Secret): string {
  return `password of the role ${/^postgres(?:ql)?:\/\/([^:@/]*)/.exec(url.reveal())?.[1]}`
}

async function list(config: Config, envFile: string | null): Promise<string> {
  const [inFile, days] = envFile
    ? [await readEnvFile(envFile), await keyDays(envFile)]
    : [null, new Map<string, string>()]
  const lines = await Promise.all(
    keysOf(config).map(async ({ name, setting, file, set, show }) => {
      const secret = file ? await keptKey(config, set, file) : set
      if (!secret) return []
      const where = inFile?.[setting] ? envFile! : set ? `${setting} in the environment` : join(config.dataFolder, file)
      const since = inFile?.[setting] ? (days.get(setting) ?? null) : null
      return [`${name.padEnd(13)} ${where}${since ? `, since ${since}` : ''}: ${show(secret)}`]
    }),
  )
  return lines.flat().join('\n')
}

async function keys(args: string[], { envFile }: { readonly envFile: string | null }): Promise<number> {
  const [step = 'list', name = '', ...rest] = args
  const config = readSettings()
  if (step === 'list' && !name) console.log(await list(config, envFile))
  else if (step === 'rotate' && Object.hasOwn(rotations, name))
    console.log(await rotations[name]!(config, envFile, rest))
  else throw new Problem(`Usage: clearball ${command.usage}`)
  return 0
}

export const command: Command = {
  usage: `keys [list | rotate ${Object.keys(rotations).join('|')}]`,
  summary: 'which keys there are and where; change one, with all nodes stopped',
  run: keys,
}
