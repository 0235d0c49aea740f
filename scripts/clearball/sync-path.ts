import { open } from 'node:fs/promises'

/** Writes a file, or what a folder says of its files, through to the disk: a rename is only safe once its folder is. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
