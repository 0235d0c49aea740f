import type { Log } from '../log.ts'

export type Job = { stop(): Promise<void> }

/**
 * Repeats `work` with a pause after each run; a run may ask for another pause than usual. A failed run is logged and
 * tried again; `stop` waits for the current one, which a run of many pieces ends early on `stopping`.
 */
export function every(pauseMs: number, log: Log, work: (stopping: AbortSignal) => Promise<number | void>): Job {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout
  let current: Promise<void> = Promise.resolve()
  const run = () => {
    current = work(stopping.signal)
      .catch((error: unknown) => log.error({ err: error }, 'a job failed and will be tried again'))
      .then((asked) => {
        if (!stopping.signal.aborted) timer = setTimeout(run, asked ?? pauseMs)
      })
  }
  run()
  return {
    stop: async () => {
      stopping.abort()
      clearTimeout(timer!)
      await current
    },
  }
}
