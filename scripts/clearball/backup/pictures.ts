import { copyFile, cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Queryable, Tx } from '#server/world/members/database'
import type { Config } from '#server/world/config'
import { Problem } from '../command.ts'
import { syncPath } from '../sync-path.ts'
import { type Manifest, fingerprints } from './manifest.ts'
import { openProgress } from './progress.ts'

const uploadsOf = ({ dataFolder }: Config) => join(dataFolder, 'uploads')

/** The files of the folder; none where there is no folder. */
async function filesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder, { withFileTypes: true })).filter((each) => each.isFile()).map(({ name }) => name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw new Problem(`The pictures cannot be read: ${(error as Error).message}`)
  }
}

/** Copies the pictures of this machine; returns their names. */
export async function copyPictures(config: Config, to: string): Promise<Set<string>> {
  await mkdir(to, { mode: 0o700 })
  const from = uploadsOf(config)
  const names = await filesIn(from)
  const progress = openProgress('Pictures')
  for (const [at, name] of names.entries()) {
    await cp(join(from, name), join(to, name), { preserveTimestamps: true }).catch((error: NodeJS.ErrnoException) => {
      // One that nothing names was swept away meanwhile.
      if (error.code !== 'ENOENT') throw error
    })
    progress.tell(at + 1, names.length)
  }
  progress.end()
  return new Set(await readdir(to))
}

/** The pictures that the database has in its storage. */
export async function storedPictures(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('upload')
    .select('storage_name')
    .where('stored_at', 'is not', null)
    .where('removed_at', 'is', null)
    .execute()
  return rows.map(({ storage_name: name }) => name)
}

/** Those among the named that should still be there; others were removed while the backup was made. */
export async function stillStored(db: Queryable, names: readonly string[]): Promise<string[]> {
  const there: string[] = []
  for (let at = 0; at < names.length; at += 1_000) {
    const rows = await db
      .selectFrom('upload')
      .select('storage_name')
      .where('storage_name', 'in', names.slice(at, at + 1_000))
      .where('removed_at', 'is', null)
      .execute()
    there.push(...rows.map(({ storage_name: name }) => name))
  }
  return there
}

/** A sentence about the pictures that a backup should have and has not; null where it has all. */
export function lackOf({ pictures }: Manifest): string | null {
  const missing = 'files' in pictures ? (pictures.missing ?? []) : []
  if (missing.length === 0) return null
  const some = missing.length > 3 ? `${missing.slice(0, 3).join(', ')} …` : missing.join(', ')
  return `The backup lacks ${missing.length} pictures that the database has: ${some}.`
}

const inBackup = 'pictures'

/**
 * Copies a backup's pictures beside the others, and compares every copy with the manifest; what it returns puts them in their place.
 * An interrupted restore leaves no half of a picture under its name.
 */
export async function stagePictures(folder: string, manifest: Manifest, config: Config): Promise<() => Promise<void>> {
  const uploads = uploadsOf(config)
  const draft = join(uploads, 'drafts', 'restored')
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  const names = await filesIn(join(folder, inBackup))
  for (const name of names) {
    await copyFile(join(folder, inBackup, name), join(draft, name))
    await syncPath(join(draft, name))
  }
  const copies = await fingerprints(draft)
  const wrong = names.filter((name) => copies[name]?.sha256 !== manifest.files[`${inBackup}/${name}`]?.sha256)
  if (wrong.length > 0) throw new Problem(`Nothing was restored: ${wrong.join(', ')} changed while being copied.`)
  return async () => {
    for (const name of names) await rename(join(draft, name), join(uploads, name))
    await syncPath(uploads)
    await rm(draft, { recursive: true })
  }
}
