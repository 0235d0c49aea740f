import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { stopStarted } from '../db/embedded.ts'

/** Makes a program that has its own database server stop and remove it when the program is interrupted, as by Ctrl-C. */
export function endWithServers(): void {
  const end = async () => {
    // Queries under way lose their database now; their errors do not matter.
    process.on('uncaughtException', () => {})
    const folders = await stopStarted()
    for (const folder of folders) if (folder.startsWith(tmpdir())) await rm(folder, { recursive: true, force: true })
    process.exit(130)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void end())
}
