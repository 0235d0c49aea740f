// Finds a PostgreSQL with both the server's and the client's programs, or fetches Debian's: the embedded one comes without pg_dump.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const debianFolder = '/usr/lib/postgresql'
const needed = ['initdb', 'pg_ctl', 'postgres', 'pg_dump', 'pg_restore', 'pg_basebackup', 'pg_receivewal']

function find(): string | undefined {
  const packaged = existsSync(debianFolder) ? readdirSync(debianFolder).sort().toReversed() : []
  const folders = [
    process.env.POSTGRES_BIN ?? '',
    ...packaged.map((version) => join(debianFolder, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return folders.find((folder) => folder && needed.every((name) => existsSync(join(folder, name))))
}

/** The folder of the programs, fetched where that is possible; null where it is not. */
export function fetchPostgres(): string | null {
  const found = find()
  if (found) return found
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null
  console.log('No PostgreSQL with pg_dump found; fetching one.')
  // At this run level the package does not start a server of its own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env })
  spawnSync('apt-get', ['install', '-y', '-qq', '-o', 'DPkg::Lock::Timeout=120', 'postgresql'], {
    stdio: 'ignore',
    env,
  })
  return find() ?? null
}

/** The folder of the programs. */
export function ensurePostgres(): string {
  const folder = fetchPostgres()
  if (!folder)
    throw new Error(
      'There is no PostgreSQL with pg_dump: install one and name the folder of its programs in POSTGRES_BIN.',
    )
  return folder
}
