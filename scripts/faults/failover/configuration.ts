import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Host, addressOf, ownAddress } from './machines.ts'

const folder = new URL('../../../deploy/database/', import.meta.url)

const secret = () => randomBytes(24).toString('hex')
export const passwords = {
  postgres: secret(),
  clearball_owner: secret(),
  clearball_server: secret(),
  replication: secret(),
  rewind: secret(),
  rest: secret(),
}

/**
 * A file of `deploy/database` as an operator fills it in for a machine. `moved` says which paths are elsewhere here, because three
 * database machines share one disk; each must be in the file.
 */
export async function fill(file: string, host: Host, moved: Readonly<Record<string, string>> = {}): Promise<string> {
  const values: Readonly<Record<string, string>> = {
    DB1: addressOf('db1'),
    DB2: addressOf('db2'),
    DB3: addressOf('db3'),
    APP1: addressOf('app1'),
    APP2: addressOf('app2'),
    ADMIN: ownAddress,
    SUPERUSER_PASSWORD: passwords.postgres,
    REPLICATION_PASSWORD: passwords.replication,
    REWIND_PASSWORD: passwords.rewind,
    REST_PASSWORD: passwords.rest,
    NODE: host,
    ADDRESS: addressOf(host),
  }
  const listed = new Set((await readFile(new URL('values.sed', folder), 'utf8')).match(/@\w+@/g))
  const text = (await readFile(new URL(file, folder), 'utf8')).replaceAll(/@(\w+)@/g, (mark, name: string) => {
    if (!listed.has(mark) || !(name in values)) throw new Error(`${file}: values.sed has no ${mark}`)
    return values[name]!
  })
  return Object.entries(moved).reduce((so, [from, to]) => {
    if (!so.includes(from)) throw new Error(`${file} does not name ${from}`)
    return so.replaceAll(from, to)
  }, text)
}
