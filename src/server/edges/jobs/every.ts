import type { App } from '../../world/app.ts'

export type Job = { stop(): Promise<void> }

type Rhythm = {
  /** What the log calls it. */
  readonly job: string
  readonly pauseMs: number
  /** For what a node still does that does not fit its database. */
  readonly whileOut?: boolean
}

/**
 * Repeats `work` with a pause after each run; a run may ask for another pause than usual. A failed run is logged and
 * tried again; `stop` waits for the current one, which a run of many pieces ends early on `stopping`.
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
    // Whatever is thrown, also before the first wait, ends here: an exception in a timer would end the process.
    try {
      if (whileOut || node.out === null) return await work(stopping.signal)
    } catch (error) {
      db.trouble.note(error)
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
