import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#server/db/embedded'

/** A demonstration house on this machine that is attacked, as `npm start` runs it; everything it logs is kept. */
export type Target = {
  readonly playerUrl: string
  readonly consoleUrl: string
  /** Starts it anew with these settings, on the same data. */
  restart(settings: Readonly<Record<string, string>>): Promise<void>
  logged(): Promise<string>
  close(): Promise<void>
}

export async function openTarget(settings: Readonly<Record<string, string>>): Promise<Target> {
  const folder = await mkdtemp(join(tmpdir(), 'clearball-attack-'))
  const [port, consolePort] = [await freePort(), await freePort()]
  const log = join(folder, 'log')
  let child: ChildProcess | null = null
  const start = async (given: Readonly<Record<string, string>>) => {
    const env = {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: '.cache/compiled',
      DATA_DIR: join(folder, 'data'),
      HOST: '127.0.0.1',
      PORT: String(port),
      CONSOLE_PORT: String(consolePort),
      METRICS_PORT: '0',
      TRUSTED_PROXIES: '127.0.0.1',
      LOG_LEVEL: 'debug',
      SELF_CHECK: 'off',
      ...given,
    }
    child = spawn(process.execPath, ['src/server/main.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout!, child.stderr!]) stream.pipe(createWriteStream(log, { flags: 'a' }))
    await answers(`http://127.0.0.1:${port}/api/health`, child)
  }
  const stop = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  await start(settings)
  return {
    playerUrl: `http://127.0.0.1:${port}`,
    consoleUrl: `http://127.0.0.1:${consolePort}`,
    restart: async (given) => {
      await stop()
      await start(given)
    },
    logged: () => readFile(log, 'utf8'),
    close: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  for (let waitedMs = 0; waitedMs < 120_000; waitedMs += 200) {
    if (child.exitCode !== null) throw new Error('the house ended instead of starting')
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    await sleep(200)
  }
  throw new Error('the house does not answer')
}
