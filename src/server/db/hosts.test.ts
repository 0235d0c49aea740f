import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, cp, mkdtemp, rm, writeFile, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../world/config.ts'
import { openListener } from '../services/live/listener.ts'
import { openLog } from '../world/log.ts'
import type { Db } from '../world/members/database.ts'
import { openDatabase } from './database.ts'
import { type Cluster, createDatabase, findDataFolder, startCluster, stopCluster } from './embedded.ts'
import { failureOf } from '../world/database-failures.ts'
import { addressesOf } from '../world/database-addresses.ts'
import { migrate } from './migrate.ts'

/** Two servers of the same data: one takes writes, the other is a standby, as `pg_basebackup -R` makes one. */
let folders: { primary: string; standby: string }
let primary: Cluster
let standby: Cluster
const open: { close(): Promise<void> }[] = []
beforeAll(async () => {
  const folder = async () => {
    const made = await mkdtemp(join(tmpdir(), 'clearball-hosts-'))
    await chmod(made, 0o755)
    return made
  }
  folders = { primary: await folder(), standby: await folder() }
  const first = await startCluster(folders.primary, ['fsync=off'])
  await createDatabase(first, 'clearball')
  await migrate(first.url('clearball_owner', 'clearball'), 'demo')
  await first.stop()
  const copied = await findDataFolder(folders.standby)
  // `-a` keeps the owner of the files, which is another user when the tests run as root.
  await promisify(execFile)('cp', ['-a', await findDataFolder(folders.primary), copied])
  await cp(join(folders.primary, 'database-passwords.json'), join(folders.standby, 'database-passwords.json'))
  await writeFile(join(copied, 'standby.signal'), '')
  primary = await startCluster(folders.primary, ['fsync=off'])
  standby = await startCluster(folders.standby, ['fsync=off', 'hot_standby=on'])
})
afterAll(async () => {
  for (const each of open) await each.close()
  for (const folder of Object.values(folders)) {
    await stopCluster(folder).catch(() => {})
    await rm(folder, { recursive: true, force: true })
  }
})

/** Both servers in one address, the standby first. */
function bothUrl(role: 'clearball_server' | 'clearball_owner'): string {
  const [there, here] = [standby, primary].map((each) => each.url(role, 'clearball'))
  const host = new URL(here!).host
  return there!.replace(/\/clearball$/, `,${host}/clearball?target_session_attrs=read-write`)
}

const write = (db: Db) =>
  db.query
    .insertInto('used_captcha')
    .values({ signature: randomBytes(16), expires_at: new Date(0) })
    .execute()
const outcome = (db: Db) =>
  write(db).then(
    () => 'written',
    (error: unknown) => failureOf(error) ?? String(error),
  )
const serverOf = async (db: Db) =>
  (await sql<{ port: number }>`select inet_server_port() as port`.execute(db.query)).rows[0]!.port
const portOf = (cluster: Cluster) => Number(new URL(cluster.url('postgres', 'x')).port)

test('an address with several hosts is read as PostgreSQL’s own clients read it', () => {
  expect(addressesOf('postgres://u:p@a,b:6432/clearball?target_session_attrs=read-write')).toEqual([
    'postgres://u:p@a/clearball',
    'postgres://u:p@b:6432/clearball',
  ])
  expect(addressesOf('postgres://u@[::1]:1,b/x?a=1&target_session_attrs=primary&b=2')).toEqual([
    'postgres://u@[::1]:1/x?a=1&b=2',
    'postgres://u@b/x?a=1&b=2',
  ])
  expect(addressesOf('postgres://a/x')).toEqual(['postgres://a/x'])
  const problems = (url: string) => {
    const read = readConfig({ DATABASE_URL: url }, [])
    return 'problems' in read ? read.problems : []
  }
  expect(problems('postgres://u:p@a:5432,b:5433/clearball?target_session_attrs=read-write')).toEqual([])
  expect(problems('postgres://u:p@a:5432,b:x/clearball')).toEqual(['DATABASE_URL must be a postgres:// address'])
  expect(problems('postgres://a,b/clearball?target_session_attrs=standby')).toEqual([
    'DATABASE_URL must be a postgres:// address',
  ])
})

test(
  'a node reaches the host that takes writes, and after a failover the promoted one, by itself',
  { timeout: 120_000 },
  async () => {
    await expect(migrate(bothUrl('clearball_owner'), 'demo')).resolves.toEqual({ applied: [] })
    const log = openLog('silent')
    const db = openDatabase({ url: bothUrl('clearball_server'), log, size: 3 })
    let news = 0
    const listener = openListener({
      url: bothUrl('clearball_server'),
      log,
      onNews: () => void news++,
      onSessionEnded: () => {},
      onLost: () => {},
      catchUp: () => {},
    })
    open.push(db, listener)
    await listener.connect()
    expect([await outcome(db), await serverOf(db), listener.isListening()]).toEqual(['written', portOf(primary), true])

    // No host takes writes: every answer asks the client to retry.
    await primary.stop()
    expect(await outcome(db)).toMatch(/^(lost|stopping)$/)
    expect(await outcome(db)).toMatch(/^(lost|stopping)$/)

    const superuser = new Client({ connectionString: standby.url('postgres', 'clearball') })
    superuser.on('error', () => {})
    await superuser.connect()
    await superuser.query('select pg_promote()')
    await expect.poll(() => outcome(db), { timeout: 60_000, interval: 200 }).toBe('written')
    expect(await serverOf(db)).toBe(portOf(standby))
    await expect.poll(() => listener.isListening(), { timeout: 60_000 }).toBe(true)
    const before = news
    await superuser.query('notify clearball_event')
    await expect.poll(() => news, { timeout: 20_000 }).toBeGreaterThan(before)
    await superuser.end()
  },
)

/** Sends a signal to a server and to every process of it. */
const signal = async (folder: string, name: NodeJS.Signals) => {
  const [postmaster] = (await readFile(join(await findDataFolder(folder), 'postmaster.pid'), 'utf8')).split('\n')
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  for (const pid of [postmaster, ...children.split(' ').filter(Boolean)]) process.kill(Number(pid), name)
}

test(
  'a node leaves a host that is frozen long before its queries time out, though no connection breaks',
  { timeout: 120_000 },
  async () => {
    primary = await startCluster(folders.primary, ['fsync=off'])
    const log = openLog('silent')
    const db = openDatabase({ url: bothUrl('clearball_server'), log, size: 3 })
    const listener = openListener({
      url: bothUrl('clearball_server'),
      log,
      onNews: () => {},
      onSessionEnded: () => {},
      onLost: (error) => void db.failures.note(error),
      catchUp: () => {},
    })
    open.push(db, listener)
    await listener.connect()
    expect([await outcome(db), await serverOf(db)]).toEqual(['written', portOf(standby)])
    await signal(folders.standby, 'SIGSTOP')
    const frozenMs = performance.now()
    await expect.poll(() => outcome(db), { timeout: 60_000, interval: 100 }).toBe('written')
    expect(await serverOf(db)).toBe(portOf(primary))
    // The driver gives up a query after 20 seconds.
    expect(performance.now() - frozenMs).toBeLessThan(15_000)
    await signal(folders.standby, 'SIGCONT')
  },
)
