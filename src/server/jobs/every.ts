import type { Log } from '../log.ts'

export type Job = { stop(): Promise<void> }

/**
 * Repeats `work` with a pause after each run; a run may ask for another pause than usual. A failed run is logged and
 * tried again; `stop` waits for the current one.
 */
export function every(pauseMs: number, log: Log, work: () => Promise<number | void>): Job {
  let isStopped = false
  let timer: NodeJS.Timeout
  let current: Promise<void> = Promise.resolve()
  const run = () => {
    current = work()
      .catch((error: unknown) => log.error({ err: error }, 'a job failed and will be tried again'))
      .then((asked) => {
        if (!isStopped) timer = setTimeout(run, asked ?? pauseMs)
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
