import { execFile } from 'node:child_process'
import { mkdtemp, open, rm, rmdir, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A file system of its own in memory, that can be filled up and given room again. */
export type SmallDisk = {
  readonly folder: string
  fill(): Promise<void>
  free(): Promise<void>
  remove(): Promise<void>
}

const run = promisify(execFile)

/** Null where this system does not let us mount one. */
export async function openSmallDisk(megabytes: number): Promise<SmallDisk | null> {
  const folder = await mkdtemp(join(tmpdir(), 'clearball-disk-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'clearball-faults', folder])
  } catch {
    await rmdir(folder)
    return null
  }
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill: () => fillUp(folder, ballast),
    free: () => rm(ballast, { force: true }),
    remove: async () => {
      await run('umount', [folder])
      await rmdir(folder)
    },
  }
}

async function fillUp(folder: string, ballast: string): Promise<void> {
  const file = await open(ballast, 'a')
  const { bavail, bsize } = await statfs(folder)
  const piece = Buffer.alloc(65_536)
  try {
    for (let left = bavail * bsize; left > 0; left -= piece.length) await file.write(piece)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    await file.close()
  }
}
