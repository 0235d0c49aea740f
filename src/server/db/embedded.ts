import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, open, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { type ServerUser, canReach, findBinaries, localeOptions, serverUser, versionOf } from './binaries.ts'

/** An embedded PostgreSQL server. `url` returns the address of a database for one of its three roles. */
export type Cluster = {
  url(role: ClusterRole, database: string): string
  stop(): Promise<void>
}

/** `postgres` creates databases, `clearball_owner` migrates them, `clearball_server` runs the app and owns nothing. */
export type ClusterRole = 'postgres' | 'clearball_owner' | 'clearball_server'

type Passwords = Record<ClusterRole, string>
type Place = { home: string; bin: string; user: ServerUser; settings: readonly string[] }

const run = promisify(execFile)

/**
 * Starts the embedded server on the data below `folder`, or takes over a server that a killed process left running there.
 * The caller holds the folder's lock, so nobody else starts it at the same time.
 */
export async function startCluster(folder: string, settings: readonly string[] = []): Promise<Cluster> {
  const place = await findPlace(folder, settings)
  const passwords = await keepPasswords(folder)
  await createData(place, passwords)
  const port = (await runningPort(place)) ?? (await startServer(place, passwords))
  const cluster = clusterAt(place, port, passwords)
  started.set(folder, cluster)
  await createRoles(cluster.url('postgres', 'postgres'), passwords)
  return cluster
}

/** Servers that this process started or took over, by their folders. */
const started = new Map<string, Cluster>()

/** Stops every server that this process started and returns their data folders. For programs that are interrupted. */
export async function stopStarted(): Promise<string[]> {
  const left = [...started]
  for (const [, cluster] of left) await cluster.stop().catch(() => {})
  return left.map(([folder]) => folder)
}

/** The server that already runs on the data below `folder`, or null. */
export async function findCluster(folder: string): Promise<Cluster | null> {
  const place = await findPlace(folder, [])
  const port = await runningPort(place)
  return port === null ? null : clusterAt(place, port, await keepPasswords(folder))
}

function clusterAt(place: Place, port: number, passwords: Passwords): Cluster {
  return {
    url: (role, database) => `postgres://${role}:${passwords[role]}@127.0.0.1:${port}/${database}`,
    stop: () => stopServer(place),
  }
}

/** Stops the server that runs on the data below `folder`. */
export async function stopCluster(folder: string): Promise<void> {
  await stopServer(await findPlace(folder, []))
}

/** The folder of the server's data below `folder`. */
export async function findDataFolder(folder: string): Promise<string> {
  return dataFolder(await findPlace(folder, []))
}

async function findPlace(folder: string, settings: readonly string[]): Promise<Place> {
  const user = await serverUser()
  const home = await findHome(folder, user)
  return { home, bin: await findBinaries(home, user), user, settings }
}

async function stopServer(place: Place): Promise<void> {
  await run(
    join(place.bin, 'pg_ctl'),
    ['stop', '-D', dataFolder(place), '-m', 'fast', '-w', '-t', '30'],
    spawnOptions(place),
  )
}

const dataFolder = ({ home }: Place) => join(home, 'data')

function spawnOptions({ home, user }: Place) {
  return { cwd: home, env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' }, ...user }
}

/** The data are in the folder itself; where the server's user cannot enter it, in a folder under `/var/lib/clearball`. */
async function findHome(folder: string, user: ServerUser): Promise<string> {
  await mkdir(folder, { recursive: true })
  let home = join(folder, 'postgres')
  if (!(await canReach(folder, user))) {
    const name = await keep(join(folder, 'cluster-id'), randomUUID)
    home = join('/var/lib/clearball', name)
  }
  await mkdir(home, { recursive: true, mode: 0o755 })
  if (user) await chown(home, user.uid, user.gid)
  return home
}

/** Reads a small file; creates it on first use, never half-written. */
export async function keep(path: string, make: () => string): Promise<string> {
  if (!existsSync(path)) {
    await writeFile(`${path}.draft`, make(), { mode: 0o600 })
    await rename(`${path}.draft`, path)
  }
  return readFile(path, 'utf8')
}

async function keepPasswords(folder: string): Promise<Passwords> {
  const make = () => randomBytes(24).toString('base64url')
  const fresh = () => JSON.stringify({ postgres: make(), clearball_owner: make(), clearball_server: make() })
  return JSON.parse(await keep(join(folder, 'database-passwords.json'), fresh))
}

/** `initdb` works on a draft folder that is renamed when complete, so that a start after an interrupted one begins afresh. */
async function createData(place: Place, passwords: Passwords): Promise<void> {
  if (existsSync(dataFolder(place))) return
  for (const name of await readdir(place.home)) {
    // An `initdb` that outlives a killed start may still be writing there for a moment.
    if (name.startsWith('draft-'))
      await rm(join(place.home, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
  const draft = join(place.home, `draft-${randomUUID()}`)
  const passwordFile = `${draft}.password`
  await writeFile(passwordFile, passwords.postgres, { mode: 0o600 })
  if (place.user) await chown(passwordFile, place.user.uid, place.user.gid)
  await run(
    join(place.bin, 'initdb'),
    [
      '-D',
      draft,
      '-U',
      'postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      ...localeOptions(await versionOf(place.bin)),
    ],
    spawnOptions(place),
  )
  await rm(passwordFile)
  await rename(draft, dataFolder(place))
}

/** The port of the server that already runs on these data, or null. */
async function runningPort(place: Place): Promise<number | null> {
  const file = await readFile(join(dataFolder(place), 'postmaster.pid'), 'utf8').catch(() => null)
  if (!file) return null
  const [pid, , , port] = file.split('\n')
  // The file outlives a crash, and its process id may by now belong to another program, so check what that process runs.
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null)
  if (command !== null) return command.includes(dataFolder(place)) ? Number(port) : null
  try {
    process.kill(Number(pid), 0)
    return process.platform === 'linux' ? null : Number(port)
  } catch {
    return null
  }
}

async function startServer(place: Place, passwords: Passwords): Promise<number> {
  const asked = place.settings.find((each) => each.startsWith('port='))
  for (let attempt = 1; ; attempt++) {
    const port = asked ? Number(asked.slice('port='.length)) : await freePort()
    const server = await spawnServer(place, port)
    const problem = await untilReady(server, `postgres://postgres:${passwords.postgres}@127.0.0.1:${port}/postgres`)
    if (!problem) return port
    const log = await readFile(join(place.home, 'server.log'), 'utf8').catch(() => '')
    // Another program may take the port before the server does: retry. Any other failure is permanent.
    if (attempt >= 3 || !log.includes('Address already in use')) {
      throw new Error(`The embedded PostgreSQL did not start: ${problem}\n${log.split('\n').slice(-12).join('\n')}`)
    }
  }
}

async function spawnServer(place: Place, port: number): Promise<ChildProcess> {
  const log = await open(join(place.home, 'server.log'), 'w')
  if (place.user) await chmod(join(place.home, 'server.log'), 0o644)
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'timezone=UTC',
    'max_connections=120',
    'shared_buffers=256MB',
    ...place.settings,
  ]
  // In a process group of its own, so that Ctrl-C reaches only the app, which ends its work before it stops the server.
  const server = spawn(
    join(place.bin, 'postgres'),
    ['-D', dataFolder(place), ...settings.flatMap((each) => ['-c', each])],
    {
      ...spawnOptions(place),
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    },
  )
  server.on('error', () => {})
  server.unref()
  await log.close()
  return server
}

/** Waits until the server answers; returns null when it does, otherwise what went wrong. */
async function untilReady(server: ChildProcess | null, url: string): Promise<string | null> {
  let last = 'no answer'
  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 40) {
    if (server && server.exitCode !== null) return `the server ended with code ${server.exitCode}`
    const client = new Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      return null
    } catch (error) {
      last = String(error)
    } finally {
      await client.end().catch(() => {})
    }
    await sleep(40)
  }
  return last
}

/** A port that is free at this moment. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
  return address.port
}

/** `clearball_app` holds the app's rights; `clearball_server`, the app's log-in, has those and no others. */
export async function createRoles(url: string, passwords: Passwords): Promise<void> {
  const problem = await untilReady(null, url)
  if (problem) throw new Error(`The embedded PostgreSQL does not answer: ${problem}`)
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ rolname: string }>(
      `select rolname from pg_roles where rolname like 'clearball%'`,
    )
    const present = new Set(rows.map((row) => row.rolname))
    // The passwords are our own base64url text, so quoting them in a statement that takes no parameters is safe.
    if (!present.has('clearball_app')) await client.query('create role clearball_app nologin')
    if (!present.has('clearball_owner')) {
      await client.query(`create role clearball_owner login password '${passwords.clearball_owner}'`)
      await client.query('grant clearball_app to clearball_owner with admin option')
    }
    if (!present.has('clearball_server')) {
      await client.query(
        `create role clearball_server login password '${passwords.clearball_server}' in role clearball_app`,
      )
    }
  } finally {
    await client.end()
  }
}

/** Creates a database that `clearball_owner` owns, unless it exists. */
export async function createDatabase(cluster: Cluster, name: string, template = 'template1'): Promise<void> {
  const client = new Client({ connectionString: cluster.url('postgres', 'postgres') })
  client.on('error', () => {})
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount === 0) {
      await client.query(`create database "${name}" owner clearball_owner template "${template}"`)
    }
  } finally {
    await client.end()
  }
}
