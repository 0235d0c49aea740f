// Brings a backup into an empty database and proves what came out of it: every checksum, the audit, and the public log recomputed
// from its entries.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual, parseArgs, promisify } from 'node:util'
import { connectClient } from '#server/db/hosts'
import { schemaFiles } from '#server/db/schema-files'
import { brokenActions } from '#server/services/actions/action-chain'
import { brokenLog } from '#server/services/fairness/broken-log'
import { markFiles } from '#server/services/fairness/log-mark'
import { auditLedger } from '#server/services/ledger/audit'
import { type Command, Problem } from '../command.ts'
import { type Contents, type Manifest, contentsOf, damagedFiles, readManifest } from './manifest.ts'
import { type OwnerDatabase, withOwnerDatabase } from './owner-database.ts'
import { lackOf, stagePictures } from './pictures.ts'
import { findPrograms, runProgram } from './programs.ts'
import { openProgress } from './progress.ts'

async function restore(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { bin: { type: 'string' }, jobs: { type: 'string' } },
  })
  const [named] = positionals
  if (!named || positionals.length > 1) throw new Problem(`Name the folder of one backup: ${command.usage}`)
  const folder = resolve(named)
  const manifest = await readManifest(folder)
  if (manifest.schema > schemaFiles.migrations.length)
    throw new Problem(
      `The backup's schema is version ${manifest.schema} and this release knows ${schemaFiles.migrations.length}: use the newer release.`,
    )
  return withOwnerDatabase(async (owner) => {
    if (owner.config.s3 && 'files' in manifest.pictures && manifest.pictures.files > 0)
      throw new Problem(
        `The backup has pictures, and the S3_ settings name a bucket: upload ${join(folder, 'pictures')} to it, and restore without these settings.`,
      )
    await prepare(owner, manifest)
    const programs = await findPrograms(values.bin, Math.max(owner.serverVersion, manifest.postgres.programs))
    const damaged = await damagedFiles(folder, manifest)
    if (damaged.length > 0) throw new Problem(`Nothing was restored: ${folder} is damaged.\n${damaged.join('\n')}`)
    const jobs = values.jobs ?? String(availableParallelism())
    // Before the database, which takes a restore only while it is empty.
    const place = 'files' in manifest.pictures ? await stagePictures(folder, manifest, owner.config) : null
    await load(owner, { folder, jobs, program: join(programs.bin, 'pg_restore') })
    await place?.()
    const findings = await prove(owner, manifest)
    for (const finding of findings) console.error(finding)
    await report(owner, manifest, findings.length)
    return findings.length === 0 ? 0 : 1
  })
}

/** Refuses a database that has anything in it, and makes the role that the schema's rights are granted to. */
async function prepare({ address, connection, serverVersion }: OwnerDatabase, { owner, postgres }: Manifest) {
  if (connection.PGUSER !== owner)
    throw new Problem(
      `The backup belongs to the log-in ${owner}: name it in DATABASE_OWNER_URL, not ${connection.PGUSER}.`,
    )
  if (serverVersion < postgres.server)
    throw new Problem(
      `The backup is of PostgreSQL ${postgres.server} and this server is ${serverVersion}: restore it on ${postgres.server} or newer.`,
    )
  const client = await connectClient(address)
  try {
    const { rows } = await client.query<{ name: string; things: number; has_role: boolean }>(`
      select current_database() as name, (select count(*) from pg_class where relnamespace in (
        select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'))::integer as things,
        exists (select from pg_roles where rolname = 'clearball_app') as has_role`)
    const { name, things, has_role: hasRole } = rows[0]!
    if (things > 0)
      throw new Problem(`The database ${name} is not empty: create an empty one and name it. Nothing was changed.`)
    if (hasRole) return
    try {
      await client.query('create role clearball_app nologin')
      await client.query(`grant clearball_app to ${client.escapeIdentifier(owner)}`)
    } catch (error) {
      throw new Problem(
        `The role clearball_app is missing, and ${owner} may not create it: ${(error as Error).message}`,
      )
    }
  } finally {
    await client.end()
  }
}

type Load = { readonly folder: string; readonly jobs: string; readonly program: string }

async function load({ connection, address }: OwnerDatabase, { folder, jobs, program }: Load): Promise<void> {
  const progress = openProgress('Steps of the restore')
  const from = join(folder, 'database')
  const { stdout: list } = await promisify(execFile)(program, ['--list', from], { maxBuffer: 2 ** 26 })
  const steps = list.split('\n').filter((line) => /^\d/.test(line)).length
  let done = 0
  const options = ['--exit-on-error', '--no-owner', '--no-password', '--verbose', `--jobs=${jobs}`]
  try {
    await runProgram(program, [...options, `--dbname=${connection.PGDATABASE}`, from], {
      env: connection,
      said: (line) => {
        if (/processing item|finished item/.test(line)) progress.tell(++done, steps)
      },
    })
  } catch (error) {
    if (error instanceof Problem) error.message += '\nThe database is half filled: drop it, create it, restore again.'
    throw error
  }
  const client = await connectClient(address)
  await client.query('analyze')
  await client.end()
  progress.end()
}

async function prove({ db }: OwnerDatabase, manifest: Manifest): Promise<string[]> {
  const found = await contentsOf(db.longRunning)
  const differences = Object.entries(manifest.contents).flatMap(([name, value]) => {
    const now = found[name as keyof Contents]
    return isDeepStrictEqual(now, value)
      ? []
      : [`${name}: the backup had ${JSON.stringify(value)}, the database has ${JSON.stringify(now)}`]
  })
  const progress = openProgress('Records of the public log, recomputed')
  const ofLog = await brokenLog(db.longRunning, progress.tell)
  progress.end()
  const auditing = openProgress('Audit of the ledger and of the log of actions')
  const ofBooks = [...(await auditLedger(db.longRunning)), ...(await brokenActions(db.longRunning))]
  auditing.end()
  return [...differences, ...ofLog, ...ofBooks]
}

async function report({ config }: OwnerDatabase, manifest: Manifest, findings: number): Promise<void> {
  const { takenAt, contents } = manifest
  console.log(
    findings === 0
      ? `Clean: the database is as it was at ${takenAt}, the ledger adds up, and the public log of ${contents.log?.size ?? 0} records is whole.`
      : `${findings} findings: do not start a node on this database.`,
  )
  const lack = lackOf(manifest)
  if (lack) console.log(lack)
  const ahead = await newestSeen(config.dataFolder)
  if (ahead > (contents.log?.size ?? 0))
    console.log(
      `${config.dataFolder} belongs to a node that saw ${ahead} records of the public log. It will take no bets and sign nothing on this database: what came after the backup is missing. See "When the database lost its newest data" in docs/operating.md.`,
    )
}

/** How far the log had come when a node last wrote to this folder. */
async function newestSeen(dataFolder: string): Promise<number> {
  const sizes = markFiles(dataFolder).map(async (file) => {
    const { head } = JSON.parse(await readFile(file, 'utf8')) as { head: { size: number } | null }
    return head?.size ?? 0
  })
  return Math.max(0, ...(await Promise.all(sizes)))
}

export const command: Command = {
  usage: 'restore FOLDER [--jobs NUMBER] [--bin FOLDER]',
  summary: 'bring a backup into an empty database, and prove it',
  run: restore,
}
