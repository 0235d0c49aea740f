import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { OwnCluster } from '../own-cluster.ts'

export const inSeconds = (ms: number) => Math.round(ms / 100) / 10

/** The command as an operator types it. */
export async function clearball({ folder, url }: OwnCluster, database: string, args: string[]): Promise<string> {
  const main = fileURLToPath(new URL('../../clearball/main.ts', import.meta.url))
  const address = (role: 'clearball_server' | 'clearball_owner') => url(role).replace(/clearball$/, database)
  const env = {
    PATH: process.env.PATH,
    POSTGRES_BIN: process.env.POSTGRES_BIN,
    DATA_DIR: join(folder, 'app'),
    DATABASE_URL: address('clearball_server'),
    DATABASE_OWNER_URL: address('clearball_owner'),
  }
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...args], { env })
  return stdout
}
