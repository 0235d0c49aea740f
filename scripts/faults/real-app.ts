import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '#server/db/embedded'
import type { OwnCluster } from './own-cluster.ts'

type Settings = Readonly<Record<string, string>>

/** The server as `npm start` starts it, in a process of its own, at an address that outlives it. */
export type RealApp = {
  readonly url: string
  /** Starts it and waits until it says that it is running; `more` are further settings. */
  start(more?: Settings): Promise<void>
  /** Its own process and those of its workers. */
  pids(): Promise<number[]>
  stop(): Promise<void>
  kill(): Promise<void>
  /** Kills one of its workers, each time another; its parent starts the next one. */
  killWorker(): Promise<void>
}

/** The whole environment of a server on this database. */
export function environmentOf({ folder, url }: Pick<OwnCluster, 'folder' | 'url'>, settings: Settings) {
  return {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: '.cache/compiled',
    CONSOLE_PORT: '0',
    METRICS_PORT: '0',
    DATA_DIR: join(folder, 'app'),
    DATABASE_URL: url('clearball_server'),
    DATABASE_OWNER_URL: url('clearball_owner'),
    RATE_LIMIT_FACTOR: '1000000',
    CAPTCHA_COST: '1',
    LOG_LEVEL: 'silent',
    SEED_DEMO: 'on',
    SELF_CHECK: 'off',
    WORKERS: '1',
    ...settings,
  }
}

const ownRoot = fileURLToPath(new URL('../..', import.meta.url))

/** Where the app runs: at which address, by which command line it is started there, and in which folder its release is. */
type Place = { readonly host: string; readonly within: readonly string[]; readonly root: string }

export async function openRealApp(
  cluster: Pick<OwnCluster, 'folder' | 'url'>,
  settings: Settings = {},
  { host = '127.0.0.1', within = [], root = ownRoot }: Partial<Place> = {},
): Promise<RealApp> {
  const port = settings.PORT ?? String(await freePort())
  const env = environmentOf(cluster, { ...settings, HOST: host, PORT: port })
  const main = join(root, 'src/server/main.ts')
  const [command, ...words] = [...within, process.execPath, main]
  let child: ChildProcess
  // Interrupted, this program ends without closing the app.
  process.once('exit', () => child.kill('SIGKILL'))
  let metricsUrl: string
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
  const app: RealApp = {
    url: `http://${host}:${port}`,
    start: async (more = {}) => {
      child = spawn(command, words, { env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'inherit'] })
      const [said] = await Promise.race([
        once(child.stdout!, 'data') as Promise<[Buffer]>,
        once(child, 'exit').then(() => Promise.reject(new Error('the app ended instead of starting'))),
      ])
      metricsUrl = /Metrics +(\S+)/.exec(said.toString())![1]!
    },
    pids: async () => [child.pid!, ...(await childrenOf(child.pid!))],
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    killWorker: async () => {
      while ((await workersAt(metricsUrl)) < Number(env.WORKERS)) await sleep(20)
      const [oldest] = await childrenOf(child.pid!)
      process.kill(oldest!, 'SIGKILL')
    },
  }
  await app.start()
  return app
}

/** How many workers serve, as the metrics say. */
export async function workersAt(metricsUrl: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text()
  return Number(/^clearball_workers (\d+)$/m.exec(text)?.[1] ?? 0)
}

/** The processes that a process started and that still run, the oldest first. */
export async function childrenOf(pid: number): Promise<number[]> {
  const pids = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return pids.split(' ').filter(Boolean).map(Number)
}
