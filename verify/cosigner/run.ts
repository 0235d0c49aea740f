import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { isHex } from '#core/fairness/pack'
import { isKeyName, parseKey } from '#core/fairness/tlog/note'
import { print } from '../print.ts'
import { Unreadable } from '../source.ts'
import { type CosignerEvent, serveCosigner } from './serve.ts'

export type CosignerArguments = {
  readonly listen: string
  readonly log: readonly string[]
  readonly name: string | undefined
  readonly state: string
  readonly signWith: string
}

const texts: { [E in CosignerEvent as E['event']]: (event: E) => string } = {
  cosigned: ({ origin, size }) => `${origin}: ${size} entries cosigned`,
  fork: ({ origin, size }) =>
    `${origin} SIGNED TWO DIFFERENT TREES of ${size} entries. Both are in the state file: keep it as proof.`,
  failed: ({ why }) => `a request failed: ${why}`,
}

/** Runs a witness until it is interrupted. */
export async function runCosigner({ listen, log, name, state, signWith }: CosignerArguments): Promise<number> {
  const at = /^(?:(.+):)?(\d{1,5})$/.exec(listen)
  if (!at || Number(at[2]) > 65_535)
    throw new Unreadable('--listen takes a port, or an address and a port: 0.0.0.0:7380')
  if (!name || !isKeyName(name)) throw new Unreadable('--name takes the witness’s name, such as witness.example.org')
  const logs = log.map((text) => {
    const key = parseKey(text)
    if (key?.type !== 1) throw new Unreadable(`--log takes a log’s verifier key, name+hash+key: ${text}`)
    return key
  })
  if (logs.length === 0) throw new Unreadable('--log names the log to watch by its verifier key; it may be repeated')
  const cosigner = await serveCosigner({
    host: at[1] ?? '127.0.0.1',
    port: Number(at[2]),
    name,
    logs,
    stateFile: state,
    secretKey: await readOrMakeSecret(signWith),
    clock: Date.now,
    tell: (event) => print(texts[event.event](event as never)),
  })
  print(`Listening at ${cosigner.url}`, `Verifier key ${cosigner.vkey}`)
  await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)))
  await cosigner.close()
  return 0
}

/** The witness's secret key, 64 hexadecimal digits in a file that only its owner reads; made at the first start. */
async function readOrMakeSecret(file: string): Promise<string> {
  const made = randomBytes(32).toString('hex')
  await writeFile(file, `${made}\n`, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw new Unreadable(`${file} cannot be written: ${error.message}`)
  })
  const text = (await readFile(file, 'utf8')).trim()
  if (!isHex(text, 32)) throw new Unreadable(`${file} does not hold 64 lower-case hexadecimal digits`)
  return text
}
