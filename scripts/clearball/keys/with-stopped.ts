import type { Client } from 'pg'
import { connectClient } from '#server/db/hosts'
import { startCluster } from '#server/db/embedded'
import { takeTurn } from '#server/db/migrating/locks'
import type { Config } from '#server/world/config'
import { lockFolder } from '#server/world/work/folder-lock'
import { Problem } from '../command.ts'

type Urls = { readonly url: string; readonly ownerUrl: string }

/** Does something that no running node would survive; an embedded database is started for it. */
export async function withStopped<T>(config: Config, work: (urls: Urls) => Promise<T>): Promise<T> {
  if (config.databaseUrl) {
    const urls = { url: config.databaseUrl.reveal(), ownerUrl: config.databaseOwnerUrl!.reveal() }
    return asOwner(urls.ownerUrl, async (client) => {
      // The lock under which nodes join, held to the end: a node that starts waits, and then finds the new key.
      await takeTurn(client)
      await refuseRunning(client)
      return work(urls)
    })
  }
  const lock = await lockFolder(config.dataFolder)
  if (!lock.isHeld) throw new Problem(`Clearball is running on ${config.dataFolder}; stop it first.`)
  try {
    const cluster = await startCluster(config.dataFolder)
    try {
      return await work({
        url: cluster.url('clearball_server', 'clearball'),
        ownerUrl: cluster.url('clearball_owner', 'clearball'),
      })
    } finally {
      await cluster.stop()
    }
  } finally {
    await lock.release()
  }
}

/** A node writes its row every two seconds, and removes it at an orderly stop. */
async function refuseRunning(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select name from node where seen_at > now() - interval '15 seconds' order by name`,
  )
  if (rows.length > 0)
    throw new Problem(
      `Stop every node first: ${rows.map(({ name }) => name).join(', ')} ran within the last 15 seconds.`,
    )
}

export async function asOwner<T>(ownerUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await connectClient(ownerUrl, { connectionTimeoutMillis: 10_000 })
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** All of it, or nothing; the triggers of these tables rest meanwhile, which only their owner can let them. */
export async function rewriting<T>(client: Client, tables: readonly string[], work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
    const done = await work()
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
    await client.query('commit')
    return done
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
