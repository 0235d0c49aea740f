import type { Log } from '../log.ts'

export type Job = { stop(): Promise<void> }

/** Repeats `work` with a pause after each run. A failed run is logged and tried again; `stop` waits for the current one. */
export function every(pauseMs: number, log: Log, work: () => Promise<void>): Job {
  let isStopped = false
  let timer: NodeJS.Timeout
  let current: Promise<void> = Promise.resolve()
  const run = () => {
    current = work()
      .catch((error: unknown) => log.error({ err: error }, 'a job failed and will be tried again'))
      .then(() => {
        if (!isStopped) timer = setTimeout(run, pauseMs)
      })
  }
  run()
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer!)
      await current
    },
  }
}
