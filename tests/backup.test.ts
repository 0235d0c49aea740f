import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { appendFile, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnCluster, openOwnCluster } from '../scripts/faults/own-cluster.ts'
import { openRealApp } from '../scripts/faults/real-app.ts'
import { ensurePostgres } from '../scripts/postgres-programs.ts'
import { programEnv } from './program.ts'

const formerBin = process.env.POSTGRES_BIN
const bin = ensurePostgres()
let cluster: OwnCluster
let folder: string
let superuser: Client
beforeAll(async () => {
  process.env.POSTGRES_BIN = bin
  folder = await mkdtemp(join(tmpdir(), 'clearball-backup-'))
  cluster = await openOwnCluster()
  // A demonstration has players, pictures, money and signed records from its start.
  const app = await openRealApp(cluster)
  await app.stop()
  superuser = new Client({ connectionString: cluster.url('postgres') })
  await superuser.connect()
})
afterAll(async () => {
  await superuser.end()
  await cluster.remove()
  await rm(folder, { recursive: true })
  if (formerBin === undefined) delete process.env.POSTGRES_BIN
  else process.env.POSTGRES_BIN = formerBin
})

const settings = (database: string) => ({
  ...programEnv,
  DATA_DIR: database === 'clearball' ? join(cluster.folder, 'app') : join(folder, database),
  DATABASE_URL: cluster.url('clearball_server').replace(/clearball$/, database),
  DATABASE_OWNER_URL: cluster.url('clearball_owner').replace(/clearball$/, database),
})
const clearball = (database: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, ['scripts/clearball/main.ts', ...args], { env: settings(database) }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr }),
  )
const createEmpty = (name: string) => superuser.query(`create database ${name} owner clearball_owner`)

test('a backup is restored as it was, into an empty database and nowhere else; a damaged one is not restored', async () => {
  const made = join(folder, 'made')
  expect(await clearball('clearball', 'backup', made)).toMatchObject({
    code: 0,
    said: expect.stringContaining('no keys'),
  })
  expect(await readdir(folder)).toEqual(['made'])
  expect(await clearball('clearball', 'backup', made)).toMatchObject({
    code: 1,
    said: expect.stringContaining('exists'),
  })
  const { contents } = JSON.parse(await readFile(join(made, 'backup.json'), 'utf8'))
  const { rows } = await superuser.query(
    `select size::integer, encode(root, 'hex') as root from log_checkpoint order by 1 desc`,
  )
  expect(contents.log).toMatchObject(rows[0])

  await createEmpty('elsewhere')
  const restored = await clearball('elsewhere', 'restore', made)
  expect(restored).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^Clean: .* public log of \d+ records is whole/),
  })
  expect(await readdir(join(folder, 'elsewhere', 'uploads'))).toEqual(await readdir(join(made, 'pictures')))
  expect(await clearball('elsewhere', 'restore', made)).toMatchObject({
    code: 1,
    said: expect.stringContaining('The database elsewhere is not empty'),
  })
  expect((await clearball('elsewhere', 'audit')).code).toBe(0)

  await createEmpty('untouched')
  const [file] = await readdir(join(made, 'database'))
  await appendFile(join(made, 'database', file!), ' ')
  expect(await clearball('untouched', 'restore', made)).toMatchObject({
    code: 1,
    said: expect.stringContaining(`database/${file} is damaged`),
  })
  await rm(join(made, 'database', file!))
  const missing = await clearball('untouched', 'restore', made)
  // An empty database takes a whole backup afterwards: nothing was written to it.
  expect(missing).toMatchObject({ code: 1, said: expect.stringContaining(`database/${file} is missing`) })
})

/** Begins a backup that waits for a lock, so that it is surely under way. */
async function beginBackup(name: string) {
  const holder = new Client({ connectionString: cluster.url('postgres') })
  await holder.connect()
  await holder.query('begin; lock table player in access exclusive mode')
  const child = spawn(process.execPath, ['scripts/clearball/main.ts', 'backup', join(folder, name)], {
    env: settings('clearball'),
    stdio: 'ignore',
  })
  const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'pg_dump'`
  while ((await superuser.query(waits)).rowCount === 0) await sleep(50)
  return { child, end: () => holder.end() }
}

test('an interrupted backup leaves nothing, a killed one nothing that could be taken for a backup', async () => {
  const stopped = await beginBackup('stopped')
  stopped.child.kill('SIGTERM')
  expect(await once(stopped.child, 'exit')).toEqual([1, null])
  await stopped.end()
  expect([existsSync(join(folder, 'stopped')), existsSync(join(folder, 'stopped.partial'))]).toEqual([false, false])

  const killed = await beginBackup('killed')
  killed.child.kill('SIGKILL')
  await once(killed.child, 'exit')
  await killed.end()
  expect(existsSync(join(folder, 'killed'))).toBe(false)
  const partial = join(folder, 'killed.partial')
  expect(await clearball('clearball', 'restore', partial)).toMatchObject({
    code: 1,
    said: expect.stringContaining('is not a backup'),
  })
  expect(await clearball('clearball', 'backup', join(folder, 'killed'))).toMatchObject({
    code: 1,
    said: expect.stringContaining('was interrupted'),
  })
})

test('where PostgreSQL’s programs are missing, it says what to install', async () => {
  expect(await clearball('clearball', 'backup', join(folder, 'none'), '--bin', folder)).toMatchObject({
    code: 1,
    said: expect.stringMatching(
      /There is no pg_dump in .* install PostgreSQL's client programs of version \d+ or newer/,
    ),
  })
  expect(existsSync(join(folder, 'none.partial'))).toBe(false)
})
