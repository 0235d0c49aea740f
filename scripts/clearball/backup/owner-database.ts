import { type Config, readConfig } from '#server/world/config'
import { addressesOf } from '#server/world/database-addresses'
import type { Db } from '#server/world/members/database'
import { openDatabase } from '#server/db/database'
import { createDatabase, findCluster, startCluster } from '#server/db/embedded'
import { connectClient } from '#server/db/hosts'
import { lockFolder } from '#server/world/work/folder-lock'
import { openLog } from '#server/world/log'
import { Problem } from '../command.ts'
import { connectionOf } from './programs.ts'

/** The database as its owner reaches it, at one machine: a snapshot is known to the server that made it only. */
export type OwnerDatabase = {
  readonly config: Config
  readonly address: string
  /** Acts as the app's role, as a node does. */
  readonly db: Db
  /** Settings for PostgreSQL's own programs. */
  readonly connection: Record<string, string>
  readonly serverVersion: number
}

/** Works on the database that the settings name; an embedded server that does not run is started for it. */
export async function withOwnerDatabase<T>(work: (owner: OwnerDatabase) => Promise<T>): Promise<T> {
  const read = readConfig(process.env, [])
  if ('problems' in read) throw new Problem(read.problems.join('\n'))
  const { config } = read
  if (config.databaseOwnerUrl) return connected(config, config.databaseOwnerUrl.reveal(), work)
  const running = await findCluster(config.dataFolder)
  if (running) return connected(config, running.url('clearball_owner', 'clearball'), work)
  const lock = await lockFolder(config.dataFolder)
  if (!lock.isHeld) throw new Problem(`Clearball is starting or stopping on ${config.dataFolder}; try again.`)
  try {
    const cluster = await startCluster(config.dataFolder)
    try {
      await createDatabase(cluster, 'clearball')
      return await connected(config, cluster.url('clearball_owner', 'clearball'), work)
    } finally {
      await cluster.stop()
    }
  } finally {
    await lock.release()
  }
}

async function connected<T>(config: Config, url: string, work: (owner: OwnerDatabase) => Promise<T>): Promise<T> {
  const { address, connection, serverVersion } = await reach(url)
  const db = openDatabase({ url: address, log: openLog('silent'), size: 2, longestMs: 0 })
  try {
    return await work({ config, address, db, connection, serverVersion })
  } finally {
    await db.close()
  }
}

/** The first machine of the address that takes writes. */
async function reach(url: string) {
  let last: unknown
  for (const address of addressesOf(url)) {
    try {
      const client = await connectClient(address, { connectionTimeoutMillis: 10_000 })
      try {
        const { rows } = await client.query<{ number: string; is_read_only: string }>(
          `select current_setting('server_version_num') as number, current_setting('transaction_read_only') as is_read_only`,
        )
        const { number, is_read_only: isReadOnly } = rows[0]!
        if (isReadOnly === 'off')
          return {
            address,
            connection: connectionOf(client, address),
            serverVersion: Math.floor(Number(number) / 10_000),
          }
        last = new Error('it takes no writes')
      } finally {
        await client.end()
      }
    } catch (error) {
      last = error
    }
  }
  throw new Problem(`The database cannot be used: ${last instanceof Error ? last.message : String(last)}`)
}
