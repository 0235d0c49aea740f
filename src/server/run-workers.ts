import cluster from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { closeUntaken } from './close-untaken.ts'
import { addUp, serveMetrics } from './edges/metrics/serve-metrics.ts'
import type { Answers, FromWorker, ToWorker } from './worker-messages.ts'
import { poolOf, type Share } from './worker-share.ts'
import { killWhenSilent, nextPauseMs } from './worker-watch.ts'
import type { Config } from './world/config.ts'
import type { Log } from './world/log.ts'
import { StartProblem } from './world/start-problem.ts'

/** The serving processes of a node, started, watched, restarted and drained by this one. */
export type Workers = {
  /** The first goes ahead: it makes what a first start makes. Fails with the words of the one that cannot start. */
  start(): Promise<void>
  announcement(): Promise<string>
  /** Each answers what it has; returns when all are gone. */
  stop(): Promise<void>
}

type Given = {
  readonly log: Log
  /** The address of a database whose schema is up to date. */
  readonly url: string
  /** Called once where a worker cannot be started again; the node must end. */
  onProblem(words: string): void
}

export async function openWorkers(config: Config, { log, url, onProblem }: Given): Promise<Workers> {
  cluster.setupPrimary({ exec: fileURLToPath(new URL('worker.ts', import.meta.url)), serialization: 'advanced' })
  const places: Place[] = []
  const metrics = serveMetrics(async () => {
    const figures = await Promise.all(places.map((place) => place.ask('figures')))
    return addUp(figures.filter((each) => each !== null))
  })
  const metricsUrl = await metrics.listen({ port: config.metricsPort, host: config.metricsHost })
  const size = poolOf(config)
  for (let worker = 1; worker <= config.workers; worker++)
    places.push(openPlace({ url, share: { worker, size, metricsUrl } }, { log, onProblem }))
  const [first, ...others] = places
  return {
    start: async () => {
      await first!.start()
      await Promise.all(others.map((place) => place.start()))
    },
    announcement: async () => (await first!.ask('announcement')) ?? 'Clearball is running.',
    stop: async () => {
      await Promise.all(places.map((place) => place.stop()))
      await metrics.close()
    },
  }
}

/** The place of one worker: whoever ends there is followed by another, until the node stops. */
type Place = {
  /** Returns when the first worker in this place serves. */
  start(): Promise<void>
  /** Null where there is no worker that answers. */
  ask<Question extends keyof Answers>(what: Question): Promise<Answers[Question] | null>
  stop(): Promise<void>
}

const answerWithinMs = 2_000

function openPlace(given: { url: string; share: Share }, { log, onProblem }: Pick<Given, 'log' | 'onProblem'>): Place {
  const number = given.share.worker
  const stopping = new AbortController()
  let hasStarted = false
  let current: Running | null = null
  let over: Promise<void> = Promise.resolve()
  const keepOne = async (onReady: () => void, onFailure: (words: string) => void) => {
    for (let pauseMs = 0; ;) {
      const startedMs = performance.now()
      current = runWorker(given, onReady)
      const { exit, problem } = await current.ended
      current = null
      if (stopping.signal.aborted) return
      // What keeps the first from starting would keep the next ones from it.
      if (!hasStarted || problem?.isLasting)
        return onFailure(problem?.words ?? `A worker ended with ${exit} before it served.`)
      const why = { worker: number, exit, problem: problem?.words }
      pauseMs = nextPauseMs(pauseMs, performance.now() - startedMs)
      log.error(why, 'a worker ended; another takes its place')
      await sleep(pauseMs, null, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
    }
  }
  return {
    start: () =>
      new Promise((resolve, reject) => {
        const ready = () => {
          hasStarted = true
          resolve()
        }
        over = keepOne(ready, (words) => {
          if (hasStarted) onProblem(words)
          else reject(new StartProblem(words))
        })
      }),
    ask: async (what) => (current?.isReady() ? current.ask(what) : null),
    stop: async () => {
      stopping.abort()
      current?.stop()
      await over
    },
  }
}

type Problem = { readonly words: string; readonly isLasting: boolean }
type Ended = { readonly exit: number | string; readonly problem: Problem | null }

/** One worker, from its start to its end. */
type Running = {
  isReady(): boolean
  ask<Question extends keyof Answers>(what: Question): Promise<Answers[Question] | null>
  stop(): void
  readonly ended: Promise<Ended>
}

function runWorker(given: { url: string; share: Share }, onReady: () => void): Running {
  const worker = cluster.fork()
  closeUntaken(worker)
  // What is sent to a worker that just died gets no answer; its end is noticed by itself.
  worker.on('error', () => {})
  const send = (message: ToWorker) => void (worker.isConnected() && worker.send(message, () => {}))
  const questions = openQuestions(send)
  let problem: Problem | null = null
  let isReady = false
  let next: ToWorker = { say: 'start', ...given }
  let endWatch = () => {}
  worker.on('message', (message: FromWorker) => {
    // Before that it would not hear anything.
    if (message.say === 'hello') send(next)
    if (message.say === 'answer') questions.answered(message)
    if (message.say === 'problem') problem = message
    if (message.say !== 'ready') return
    isReady = true
    endWatch = killWhenSilent(worker.process, () => questions.ask('alive'))
    onReady()
  })
  const ended = new Promise<Ended>((resolve) => {
    worker.once('exit', (code, signal) => {
      endWatch()
      questions.close()
      resolve({ exit: code ?? signal, problem })
    })
  })
  const stop = () => {
    next = { say: 'stop' }
    send(next)
  }
  return { isReady: () => isReady, ask: questions.ask, stop, ended }
}

/** Questions to one worker; those that it does not answer in time are answered with null. */
function openQuestions(send: (message: ToWorker) => void) {
  const asked = new Map<number, (answer: unknown) => void>()
  let last = 0
  const answered = ({ id, answer }: { id: number; answer: unknown }) => {
    asked.get(id)?.(answer)
    asked.delete(id)
  }
  return {
    answered,
    ask: async <Question extends keyof Answers>(what: Question): Promise<Answers[Question] | null> => {
      const id = ++last
      const late = setTimeout(() => answered({ id, answer: null }), answerWithinMs)
      const answer = await new Promise<unknown>((resolve) => {
        asked.set(id, resolve)
        send({ say: 'ask', id, what })
      })
      clearTimeout(late)
      return answer as Answers[Question] | null
    },
    close: () => {
      for (const id of asked.keys()) answered({ id, answer: null })
    },
  }
}
