import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** Starts the program as a person does, on its own ports, with its data in `folder`. */
export type Programs = {
  run(env?: Record<string, string>, args?: string[]): Program
  /** Stops the programs that still run; each stops its database server too. */
  stopAll(): Promise<void>
}

type Program = {
  readonly app: ChildProcess
  readonly ended: Promise<number | null>
  /** Waits until it is ready; returns the address of the player app. */
  ready(): Promise<string>
  said(): string
}

/** What every program of a test gets, the same on every machine. Kept compiled code saves each start a second. */
export const programEnv = {
  PATH: process.env.PATH,
  POSTGRES_BIN: process.env.POSTGRES_BIN,
  NODE_COMPILE_CACHE: '.cache/compiled',
  WORKERS: '1',
}

export function openPrograms(folder: () => string): Programs {
  const started = new Set<ChildProcess>()
  return {
    run: (env = {}, args = ['--port', '0']) => {
      const app = spawn(process.execPath, ['src/server/main.ts', ...args], {
        env: {
          ...programEnv,
          DATA_DIR: folder(),
          RATE_LIMIT_FACTOR: '1000',
          CAPTCHA_COST: '1',
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      started.add(app)
      let said = ''
      for (const stream of [app.stdout, app.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
      const ended = once(app, 'exit').then(([code]) => {
        started.delete(app)
        return code as number | null
      })
      const ready = async () => {
        while (!said.includes('Stop with')) {
          if (app.exitCode !== null) throw new Error(`it ended instead: ${said}`)
          await sleep(20)
        }
        return /Player app +(\S+)/.exec(said)![1]!
      }
      return { app, ended, ready, said: () => said }
    },
    stopAll: async () => {
      for (const app of started) {
        app.kill('SIGINT')
        await once(app, 'exit')
      }
    },
  }
}
