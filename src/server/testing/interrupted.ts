import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { stopStarted } from '../db/embedded.ts'

/** A program with a database server of its own that is told to end, by Ctrl-C or otherwise, stops and removes that first. */
export function endWithServers(): void {
  const end = async () => {
    // What was under way loses its database now.
    process.on('uncaughtException', () => {})
    const folders = await stopStarted()
    for (const folder of folders) if (folder.startsWith(tmpdir())) await rm(folder, { recursive: true, force: true })
    process.exit(130)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void end())
}
