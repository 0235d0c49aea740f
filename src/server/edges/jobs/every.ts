import type { App } from '../../world/app.ts'

export type Job = { stop(): Promise<void> }

type Rhythm = {
  /** The job's name in the log. */
  readonly job: string
  readonly pauseMs: number
  /** Keeps the job running while this node is out of service because it does not fit its database. */
  readonly whileOut?: boolean
}

/**
 * Repeats `work` with a pause after each run; a run may return another pause. A failed run is logged and retried.
 * `stop` waits for the current run; a run of many batches ends early on `stopping`.
 */
export function every(
  { log, db, node }: Pick<App, 'log' | 'db' | 'node'>,
  { job, pauseMs, whileOut = false }: Rhythm,
  work: (stopping: AbortSignal) => Promise<number | void>,
): Job {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout
  let current: Promise<void> = Promise.resolve()
  const attempt = async () => {
    // Also catches a synchronous throw: an exception in a timer would end the process.
    try {
      if (whileOut || node.out === null) return await work(stopping.signal)
    } catch (error) {
      db.failures.note(error)
      log.error({ err: error, job }, 'a job failed and will be tried again')
    }
  }
  const run = () => {
    current = attempt().then((asked) => {
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
