import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { stopStarted } from '../db/embedded.ts'

/**
 * Makes a program that has its own database server stop and remove it when the program is interrupted, as by Ctrl-C; `more` removes
 * what else it has. The data of the server in the folder `kept` stay.
 */
export function endWithServers(more: () => Promise<void> = async () => {}, kept?: string): void {
  const staying = kept === undefined ? null : resolve(kept)
  const end = async () => {
    // Queries under way lose their database now; their errors do not matter.
    process.on('uncaughtException', () => {})
    const [folders] = await Promise.all([stopStarted(), more()])
    const removed = folders.filter((folder) => folder.startsWith(tmpdir()) && folder !== staying)
    for (const folder of removed) await rm(folder, { recursive: true, force: true })
    process.exit(130)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void end())
}
