import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../../db/database.ts'
import type { Storage } from './storage.ts'

let drafts = 0

/** Stores files in a folder that only our own user may enter. A file is written as a draft and renamed when complete. */
export function folderStorage(folder: string): Storage {
  const draftFolder = join(folder, 'drafts')
  return {
    put: async (name, bytes) => {
      await mkdir(draftFolder, { recursive: true, mode: 0o700 })
      const draft = join(draftFolder, `${name}.${process.pid}-${drafts++}`)
      await writeFile(draft, bytes, { mode: 0o600, flag: 'wx', flush: true })
      await rename(draft, join(folder, name))
    },
    get: async (name) => {
      const file = await orMissing(open(join(folder, name)))
      return file?.createReadStream() ?? null
    },
    remove: async (name) => {
      // A process that was killed while writing left a draft; it is removed together with its file.
      const left = (await orMissing(readdir(draftFolder))) ?? []
      const own = left.filter((each) => each.startsWith(`${name}.`)).map((each) => join(draftFolder, each))
      for (const path of [...own, join(folder, name)]) await rm(path, { force: true })
    },
  }
}

async function orMissing<T>(opening: Promise<T>): Promise<T | null> {
  try {
    return await opening
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}
