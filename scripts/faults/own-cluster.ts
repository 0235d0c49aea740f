import { chmod, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase, findDataFolder, freePort, startCluster } from '#server/db/embedded'
import type { ClusterRole } from '#server/db/embedded'

/** A PostgreSQL of the run's own, with fsync on, that can be killed and comes back at the same address. */
export type OwnCluster = {
  readonly folder: string
  url(role: ClusterRole): string
  kill(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
}

type Made = { readonly parent?: string; readonly fill?: (folder: string) => Promise<void> }

/** `parent` is a folder on another disk; `fill` puts data there that the server starts with. */
export async function openOwnCluster({ parent = tmpdir(), fill }: Made = {}): Promise<OwnCluster> {
  const folder = await mkdtemp(join(parent, 'clearball-faults-'))
  await chmod(folder, 0o755)
  await fill?.(folder)
  const settings = [`port=${await freePort()}`]
  const cluster = await startCluster(folder, settings)
  await createDatabase(cluster, 'clearball')
  return {
    folder,
    url: (role) => cluster.url(role, 'clearball'),
    kill: () => killCluster(folder),
    start: async () => void (await startCluster(folder, settings)),
    remove: async () => {
      await cluster.stop()
      // A worker whose parent was killed may still be writing its last file.
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

/** The server and every process of it at once, as when the machine loses power. */
async function killCluster(folder: string): Promise<void> {
  const file = await readFile(join(await findDataFolder(folder), 'postmaster.pid'), 'utf8')
  const postmaster = Number(file.split('\n')[0])
  const all = [postmaster, ...(await childrenOf(postmaster))]
  for (const pid of all) if (isRunning(pid)) process.kill(pid, 'SIGKILL')
  while (all.some(isRunning)) await sleep(5)
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const parents = await Promise.all(
    pids.map((pid) =>
      readFile(`/proc/${pid}/stat`, 'utf8').then(
        (stat) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]),
        () => 0,
      ),
    ),
  )
  return pids.map(Number).filter((_, at) => parents[at] === parent)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
