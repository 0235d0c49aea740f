// Takes everything that the database holds at one instant, with fingerprints that a restore compares. It works on a house under load:
// the dump, the heads of ledger and public log, and the counts are all of one exported snapshot.
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Tx } from '#server/world/members/database'
import { type Command, Problem } from '../command.ts'
import { syncPath } from '../sync-path.ts'
import { datedFolder } from './dated.ts'
import { type Manifest, contentsOf, fingerprints, writeManifest } from './manifest.ts'
import { type OwnerDatabase, withOwnerDatabase } from './owner-database.ts'
import { copyPictures, lackOf, stillStored, storedPictures } from './pictures.ts'
import { type Programs, findPrograms, runProgram } from './programs.ts'
import { openProgress } from './progress.ts'

type Asked = { readonly bin: string | undefined; readonly jobs: string; readonly signal: AbortSignal }

async function backup(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { in: { type: 'string' }, bin: { type: 'string' }, jobs: { type: 'string' } },
  })
  const [named, ...more] = positionals
  if (more.length > 0 || (named === undefined) === (values.in === undefined))
    throw new Problem(`Name one folder that does not exist yet, or with --in the one of all backups: ${command.usage}`)
  const folder = named === undefined ? datedFolder(values.in!) : resolve(named)
  const draft = `${folder}.partial`
  if (existsSync(folder)) throw new Problem(`${folder} exists; a backup gets a folder of its own.`)
  if (existsSync(draft))
    throw new Problem(`${draft} exists: a backup is being made there, or was interrupted. Remove it if none is.`)
  const interrupted = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(name, () => interrupted.abort(new Problem('Interrupted; nothing was kept.')))
  await mkdir(draft, { recursive: true, mode: 0o700 })
  try {
    const jobs = values.jobs ?? String(Math.max(1, Math.floor(availableParallelism() / 2)))
    const made = await fill(draft, { bin: values.bin, jobs, signal: interrupted.signal })
    await rename(draft, folder)
    await syncPath(dirname(folder))
    report(folder, made)
    const lack = lackOf(made)
    if (lack) console.error(`${lack} It keeps all else. Name the folder of a node in DATA_DIR, and make another.`)
    return lack ? 1 : 0
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw interrupted.signal.aborted ? interrupted.signal.reason : error
  }
}

async function fill(draft: string, { bin, jobs, signal }: Asked): Promise<Manifest> {
  return withOwnerDatabase(async (owner) => {
    const programs = await findPrograms(bin, owner.serverVersion)
    const { about, stored } = await owner.db.longRunning
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        // The transaction keeps the snapshot for the dump, which may take hours.
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
        const snapshot = await describe(tx)
        await dump(owner, { draft, jobs, signal, programs, ...snapshot })
        const stored = owner.config.s3 ? [] : await storedPictures(tx)
        return { about: { ...snapshot.about, contents: await contentsOf(tx) }, stored }
      })
    // After the snapshot: a picture is stored before the row that names it.
    const pictures = await takePictures(owner, stored, join(draft, 'pictures'))
    const postgres = { server: owner.serverVersion, programs: programs.version }
    const files = await fingerprints(draft, signal)
    const manifest: Manifest = { v: 1, ...about, owner: owner.connection.PGUSER!, postgres, pictures, files }
    await writeManifest(draft, manifest)
    await syncPath(draft)
    return manifest
  })
}

async function describe(tx: Tx) {
  const { rows } = await sql<{ snapshot: string; at: Date; schema: number; is_demo: boolean; tables: number }>`
    select pg_export_snapshot() as snapshot, now() as at, (select max(version) from schema_migration) as schema,
      (select is_demo from house) as is_demo,
      (select count(*) from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace)::integer as tables`.execute(
    tx,
  )
  const { snapshot, at, schema, is_demo: isDemo, tables } = rows[0]!
  return { snapshot, tables, about: { takenAt: at.toISOString(), schema, isDemo } }
}

type Dump = Pick<Asked, 'jobs' | 'signal'> & {
  readonly draft: string
  readonly programs: Programs
  readonly snapshot: string
  readonly tables: number
}

async function dump({ connection }: OwnerDatabase, { draft, programs, jobs, signal, snapshot, tables }: Dump) {
  const progress = openProgress('Tables being written')
  let begun = 0
  const options = ['--format=directory', `--jobs=${jobs}`, `--snapshot=${snapshot}`, '--no-password', '--verbose']
  await runProgram(join(programs.bin, 'pg_dump'), [...options, `--file=${join(draft, 'database')}`], {
    env: connection,
    signal,
    said: (line) => {
      if (line.includes('dumping contents of table')) progress.tell(++begun, tables)
    },
  })
  progress.end()
}

/** Of the pictures that the database has in its storage, a copy of each; in a bucket they stay where they are. */
async function takePictures(
  owner: OwnerDatabase,
  stored: readonly string[],
  to: string,
): Promise<Manifest['pictures']> {
  const { s3 } = owner.config
  if (s3) return { bucket: s3.bucket, endpoint: s3.endpoint }
  const copied = await copyPictures(owner.config, to)
  const lacking = stored.filter((name) => !copied.has(name))
  const missing = lacking.length > 0 ? await stillStored(owner.db.query, lacking) : []
  return { files: copied.size, ...(missing.length > 0 && { missing }) }
}

function report(folder: string, { takenAt, contents, pictures, files }: Manifest): void {
  const bytes = Object.values(files).reduce((sum, each) => sum + each.bytes, 0)
  console.log(
    [
      `${folder}: everything that was committed before ${takenAt}, ${(bytes / 1e6).toFixed(1)} MB`,
      `  public log of ${contents.log?.size ?? 0} records, root ${contents.log?.root ?? 'none yet'}`,
      `  ledger of ${contents.entries} entries, head ${contents.ledger ? `${contents.ledger.number}:${contents.ledger.hash}` : 'none yet'}`,
      `  ${contents.players} players, ${contents.bets} bets`,
      'bucket' in pictures
        ? `  no pictures: they are in the bucket ${pictures.bucket}, which keeps its own copies`
        : `  ${pictures.files} pictures`,
      '  no keys: PASSWORD_PEPPER, OPERATOR_KEY, DRAW_KEY and, for play money, HOUSE_BEACON_KEY are in the environment or in DATA_DIR; keep copies elsewhere, apart from this folder',
    ].join('\n'),
  )
}

export const command: Command = {
  usage: 'backup FOLDER | --in FOLDER [--jobs NUMBER] [--bin FOLDER]',
  summary: 'write the database and the pictures to a new folder, with --in to a dated one in it, also under load',
  run: backup,
}
