import { chmod, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { versionOf } from '../db/binaries.ts'
import { type Cluster, type ClusterRole, createDatabase, startCluster, stopCluster } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'

/** Each test file's database is a copy of this one. */
export const templateDatabase = 'clearball_template'

/** The processes of a test run share its server's addresses, with this placeholder for the database's name. */
const anyDatabase = 'ANY_DATABASE'
const variable = 'CLEARBALL_TEST_CLUSTER'
const prefix = 'clearball-test-'

/** The data are thrown away with the test run, so the server need not wait for the disk. Tests of crashes use their own server. */
const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=400']

/** A test run opens thousands of connections, and both sides would hash a password for 3 ms at each. 15 has no such setting. */
async function cheapPasswords(): Promise<string[]> {
  const named = process.env.POSTGRES_BIN
  return named && (await versionOf(named)) < 16 ? [] : ['scram_iterations=1']
}

type Starting = {
  /** Whether it waits for the disk, as a house does. */
  readonly isDurable?: boolean
  /** A folder whose server and data stay for a later run. */
  readonly folder?: string
}

/** Starts the server of a test run with a migrated template database; the returned function stops it and removes what is not to stay. */
export async function startTestCluster({ isDurable = false, folder: kept }: Starting = {}): Promise<{
  cluster: Cluster
  stop(): Promise<void>
}> {
  await removeAbandoned()
  const folder = kept ?? (await mkdtemp(join(isDurable ? tmpdir() : await quickFolder(), `${prefix}${process.pid}-`)))
  await chmod(folder, 0o755)
  // In memory the server's user can reach the folder, so it can also make its socket there.
  const socketFolder = folder.startsWith(memoryFolder) ? join(folder, 'postgres') : null
  const socket = socketFolder ? [`unix_socket_directories=${socketFolder}`] : []
  const quick = [...settings, ...(await cheapPasswords()), ...socket]
  const cluster = await startCluster(folder, isDurable ? ['max_connections=400'] : quick)
  await createDatabase(cluster, templateDatabase)
  await migrate(cluster.url('clearball_owner', templateDatabase), 'demo')
  const roles: ClusterRole[] = ['postgres', 'clearball_owner', 'clearball_server']
  const addresses = roles.map((role) => [role, cluster.url(role, anyDatabase)] as const)
  process.env[variable] = JSON.stringify(
    Object.fromEntries(addresses.map(([role, url]) => [role, socketFolder ? bySocket(url, socketFolder) : url])),
  )
  return {
    cluster,
    stop: async () => {
      await cluster.stop()
      if (kept === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A query over a Unix socket takes a quarter less processor time than over TCP. */
const bySocket = (url: string, folder: string) => url.replace('127.0.0.1', encodeURIComponent(folder))

const memoryFolder = '/dev/shm'

/** Copying a database of 300 files takes 20 ms in memory and 250 ms on a disk that is busy. What is written survives a killed process. */
export async function quickFolder(): Promise<string> {
  const memory = await statfs(memoryFolder).catch(() => null)
  return memory && memory.bavail * memory.bsize > 4 * 2 ** 30 ? memoryFolder : tmpdir()
}

/** The address of a database on the test run's server. */
export function testDatabaseUrl(role: ClusterRole, database: string): string {
  const addresses = JSON.parse(process.env[variable] ?? '{}') as Partial<Record<ClusterRole, string>>
  const address = addresses[role]
  if (!address) throw new Error('There is no test database server; run through `npm test` or `npx vitest`.')
  return address.replace(anyDatabase, database)
}

/** Makes a database that tests copy, unless a process of this test run already did; returns its name. */
export async function madeOnce(name: string, make: (name: string) => Promise<void>): Promise<string> {
  const client = new Client({ connectionString: testDatabaseUrl('postgres', 'postgres') })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount === 0) await make(name)
    return name
  } finally {
    await client.end()
  }
}

/** Removes the servers and folders that killed test runs of the same user left behind. */
async function removeAbandoned(): Promise<void> {
  const namesIn = async (parent: string) => (await readdir(parent).catch(() => [])).map((name) => ({ parent, name }))
  for (const { parent, name } of (await Promise.all([tmpdir(), memoryFolder].map(namesIn))).flat()) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : 0
    if (!pid || isAlive(pid)) continue
    const folder = join(parent, name)
    const uid = process.getuid?.()
    if (uid !== undefined && (await stat(folder).catch(() => null))?.uid !== uid) continue
    await stopCluster(folder).catch(() => {})
    // Two test runs that start at the same time find the same folder; what neither can remove yet is left to the next run.
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }).catch(() => {})
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process exists but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
