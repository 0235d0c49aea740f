import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile, readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Queryable } from '#server/world/members/database'
import { actionsHead } from '#server/services/actions/action-chain'
import { newestCheckpoint } from '#server/services/fairness/public-log'
import { ledgerHead } from '#server/services/ledger/seal'
import { Problem } from '../command.ts'
import { openProgress } from './progress.ts'

export const manifestName = 'backup.json'

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const head = z.nullable(z.object({ number: z.string(), hash }))

/** What a snapshot of the database holds, by its own fingerprints: the same after a restore, or something is missing. */
const contents = z.object({
  log: z.nullable(z.object({ size: z.number(), root: hash, checkpoint: z.string() })),
  ledger: head,
  actions: head,
  entries: z.number(),
  bets: z.number(),
  players: z.number(),
})
export type Contents = z.infer<typeof contents>

const manifest = z.object({
  v: z.literal(1),
  /** The instant of the snapshot, by the database's clock: everything committed before it is inside. */
  takenAt: z.string(),
  schema: z.number(),
  isDemo: z.boolean(),
  owner: z.string(),
  postgres: z.object({ server: z.number(), programs: z.number() }),
  contents,
  pictures: z.union([
    // Missing are those that the database names and the node's folder did not have.
    z.object({ files: z.number(), missing: z.optional(z.array(z.string())) }),
    z.object({ bucket: z.string(), endpoint: z.string() }),
  ]),
  /** Every file but this one, by its path in the folder. */
  files: z.record(z.string(), z.object({ bytes: z.number(), sha256: hash })),
})
export type Manifest = z.infer<typeof manifest>

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => null)
  if (text === null)
    throw new Problem(
      `${folder} is not a backup: it has no ${manifestName}, which is written when a backup is complete.`,
    )
  try {
    return manifest.parse(JSON.parse(text))
  } catch {
    throw new Problem(`${join(folder, manifestName)} was not written by clearball backup, or is damaged.`)
  }
}

/** Written through to the disk, so that a backup under its final name is complete after a power failure too. */
export async function writeManifest(folder: string, content: Manifest): Promise<void> {
  const file = await open(join(folder, manifestName), 'wx', 0o600)
  await file.writeFile(`${JSON.stringify(content, null, 2)}\n`)
  await file.sync()
  await file.close()
}

export async function contentsOf(db: Queryable): Promise<Contents> {
  const log = await newestCheckpoint(db)
  const [ledger, actions] = [await ledgerHead(db), await actionsHead(db)]
  const { rows } = await sql<{ entries: number; bets: number; players: number }>`
    select (select count(*) from entry)::float8 as entries, (select count(*) from bet)::float8 as bets,
      (select count(*) from player)::float8 as players`.execute(db)
  return {
    log: log && { size: log.size, root: log.root.toString('hex'), checkpoint: log.note },
    ledger: ledger && { number: String(ledger.number), hash: ledger.hash },
    actions: actions && { number: String(actions.number), hash: actions.hash },
    ...rows[0]!,
  }
}

/** The size and hash of every file below the folder but the manifest. */
export async function fingerprints(folder: string, signal?: AbortSignal): Promise<Manifest['files']> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = all
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => path !== join(folder, manifestName))
    .sort()
  const progress = openProgress('Reading every file for its checksum')
  const found: Manifest['files'] = {}
  for (const [at, path] of paths.entries()) {
    signal?.throwIfAborted()
    const sha256 = createHash('sha256')
    await pipeline(createReadStream(path), sha256)
    const { size: bytes } = await stat(path)
    found[relative(folder, path).replaceAll(sep, '/')] = { bytes, sha256: sha256.digest('hex') }
    progress.tell(at + 1, paths.length)
  }
  progress.end()
  return found
}

/** What differs between the files of a folder and its manifest. */
export async function damagedFiles(folder: string, { files }: Manifest): Promise<string[]> {
  const found = await fingerprints(folder)
  return [...new Set([...Object.keys(files), ...Object.keys(found)])].flatMap((path) => {
    if (!files[path]) return [`${path} is not of this backup`]
    if (!found[path]) return [`${path} is missing`]
    return found[path].sha256 === files[path].sha256 ? [] : [`${path} is damaged`]
  })
}
