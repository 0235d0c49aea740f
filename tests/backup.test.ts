import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
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
  BACKUP_DIR: join(folder, 'nights', 'all'),
})
const clearball = (database: string, ...args: string[]) => withSettings(settings(database), ...args)
const withSettings = (env: NodeJS.ProcessEnv, ...args: string[]) =>
  promisify(execFile)(process.execPath, ['scripts/clearball/main.ts', ...args], { env }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, said: stderr || stdout }),
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
  const uploads = join(folder, 'elsewhere', 'uploads')
  const pictures = await readdir(join(made, 'pictures'))
  // What a restore leaves that was killed while it copied pictures.
  await mkdir(join(uploads, 'drafts', 'restored'), { recursive: true })
  for (const half of [join(uploads, pictures[0]!), join(uploads, 'drafts', 'restored', 'half')])
    await writeFile(half, 'half')
  const restored = await clearball('elsewhere', 'restore', made)
  expect(restored).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^Clean: .* public log of \d+ records is whole/),
  })
  expect((await readdir(uploads)).sort()).toEqual([...pictures, 'drafts'].sort())
  expect(await readdir(join(uploads, 'drafts'))).toEqual([])
  for (const name of pictures)
    expect(await readFile(join(uploads, name))).toEqual(await readFile(join(made, 'pictures', name)))
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

test('the nightly backup succeeds every night, only where its unit may write, and doctor warns when it no longer does', async () => {
  const unit = await readFile('deploy/systemd/clearball-backup.service', 'utf8')
  const [, options] = /^ExecStart=.*main\.ts (backup .*)$/m.exec(unit)!
  const [, writable] = /^ReadWritePaths=(\S+)$/m.exec(unit)!
  const nights = join(folder, 'nights', 'all')
  const args = options!.split(' ').map((each) => (each === writable ? nights : each))
  expect(await clearball('clearball', ...args)).toMatchObject({ code: 1, said: expect.stringContaining('mount') })
  await mkdir(nights, { recursive: true })
  const doctor = async () => {
    const { checks } = JSON.parse((await clearball('clearball', 'doctor', '--json')).said)
    return (checks as { name: string; state: string; found: string }[]).find(({ name }) => name === 'backups')!
  }
  expect(await doctor()).toMatchObject({ state: 'warn', found: `none in ${nights}` })
  for (let night = 0; night < 2; night++) expect(await clearball('clearball', ...args)).toMatchObject({ code: 0 })
  const made = (await readdir(nights)).sort()
  expect(made).toHaveLength(2)
  expect(await readdir(join(folder, 'nights'))).toEqual(['all'])
  expect(await doctor()).toMatchObject({ state: 'ok', found: join(nights, made[1]!) })

  const daysAgo = (days: number) =>
    `${new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 19).replaceAll(':', '')}Z`
  await rm(join(nights, made[0]!), { recursive: true })
  const old = daysAgo(2.1)
  await rename(join(nights, made[1]!), join(nights, old))
  // One that is not complete is no backup.
  await mkdir(join(nights, `${daysAgo(0)}.partial`))
  expect(await doctor()).toMatchObject({ state: 'warn', found: `the newest is ${join(nights, old)}` })
})

test('a backup without the pictures says how many it lacks and that DATA_DIR is wrong, and fails', async () => {
  const { rows } = await superuser.query<{ pictures: number }>(
    'select count(*)::integer as pictures from upload where stored_at is not null',
  )
  const lacking = join(folder, 'nights', 'lacking')
  const made = await withSettings({ ...settings('clearball'), DATA_DIR: folder }, 'backup', lacking)
  expect(rows[0]!.pictures).toBeGreaterThan(0)
  expect(made).toMatchObject({
    code: 1,
    said: expect.stringMatching(
      new RegExp(`The backup lacks ${rows[0]!.pictures} pictures that the database has: .*DATA_DIR`),
    ),
  })
  const { pictures } = JSON.parse(await readFile(join(lacking, 'backup.json'), 'utf8'))
  expect(pictures).toMatchObject({ files: 0, missing: { length: rows[0]!.pictures } })
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
