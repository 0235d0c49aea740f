import { Client } from 'pg'
import { lockFolder } from '../world/work/folder-lock.ts'
import { findCluster } from './embedded.ts'

/** Longer than another worker of the same node needs to look, shorter than anybody waits for a start. */
const patienceMs = 2_000

/**
 * Stops the embedded server of a node whose parent is gone. The last of its workers does it: a server that somebody still
 * works with is left alone, and so is one that the next start has taken over.
 */
export async function stopLeftBehind(folder: string): Promise<void> {
  const lock = await lockFolder(folder, patienceMs)
  if (!lock.isHeld) return
  try {
    const cluster = await findCluster(folder)
    if (cluster && !(await isInUse(cluster.url('postgres', 'postgres')))) await cluster.stop()
  } finally {
    await lock.release()
  }
}

async function isInUse(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rowCount } = await client.query(`select 1 from pg_stat_activity where usename like 'clearball%' limit 1`)
    return rowCount !== 0
  } finally {
    await client.end()
  }
}
