import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '#server/db/embedded'
import type { OwnCluster } from './own-cluster.ts'

/** The server as `npm start` starts it, in a process of its own, at an address that outlives it. */
export type RealApp = {
  readonly url: string
  /** Starts it and waits until it says that it is running. */
  start(): Promise<void>
  kill(): Promise<void>
}

export async function openRealApp({ folder, url }: OwnCluster): Promise<RealApp> {
  const port = await freePort()
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: '.cache/compiled',
    PORT: String(port),
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
  }
  const main = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url))
  let child: ChildProcess
  const app: RealApp = {
    url: `http://127.0.0.1:${port}`,
    start: async () => {
      child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
      await Promise.race([
        once(child.stdout!, 'data'),
        once(child, 'exit').then(() => Promise.reject(new Error('the app ended instead of starting'))),
      ])
    },
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
  await app.start()
  return app
}
