import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Problem } from '../command.ts'
import { manifestName } from './manifest.ts'

const dated = /^(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d)Z$/

/** A new folder in the one that keeps all backups, named after this second. No colons: not every disk takes them. */
export function datedFolder(keptIn: string): string {
  const all = resolve(keptIn)
  // Made here, it would be beside the disk that somebody forgot to mount.
  if (!existsSync(all)) throw new Problem(`${all} does not exist: make it, or mount its disk.`)
  return join(all, `${new Date().toISOString().slice(0, 19).replaceAll(':', '')}Z`)
}

export type Kept = { readonly folder: string; readonly at: Date }

/** The newest backup that `datedFolder` named. One that is not complete has another name. */
export async function newestDated(keptIn: string): Promise<Kept | null> {
  const names = await readdir(keptIn)
  const name = names
    .filter((each) => dated.test(each) && existsSync(join(keptIn, each, manifestName)))
    .sort()
    .at(-1)
  return name === undefined ? null : { folder: join(keptIn, name), at: new Date(name.replace(dated, '$1:$2:$3Z')) }
}
