import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { Bench } from './figure.ts'

/** The time until the address is printed: at the first start, at the second, and after a kill -9. The build is not included. */
export const start: Bench = async ({ figure, progress }) => {
  const folder = await mkdtemp(join(tmpdir(), 'clearball-bench-'))
  await chmod(folder, 0o755)
  progress('first start')
  const first = await begin(folder)
  await end(first.app, 'SIGINT')
  progress('second start')
  const second = await begin(folder)
  progress('start after kill -9')
  await end(second.app, 'SIGKILL')
  const third = await begin(folder)
  await end(third.app, 'SIGINT')
  figure({ name: 'first start', value: first.seconds, unit: 's', goal: { most: 60 } })
  figure({ name: 'later start', value: second.seconds, unit: 's', goal: { most: 5 } })
  figure({ name: 'start after kill -9', value: third.seconds, unit: 's', goal: { most: 5 } })
  await rm(folder, { recursive: true, force: true })
}

async function begin(folder: string): Promise<{ app: ChildProcess; seconds: number }> {
  const startedMs = performance.now()
  const app = spawn(process.execPath, ['src/server/main.ts', '--port', '0'], {
    env: { ...process.env, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(app.stdout, 'data')
  return { app, seconds: (performance.now() - startedMs) / 1000 }
}

async function end(app: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  app.kill(signal)
  await once(app, 'exit')
}
