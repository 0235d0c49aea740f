// One serving process of a node with several: `run-workers.ts` starts it, and it ends when that asks for it or is gone.
import cluster from 'node:cluster'
import { explain, passes } from './explain.ts'
import { stopLeftBehind } from './db/left-behind.ts'
import { runApp } from './run-app.ts'
import type { Answers, FromWorker, ToWorker } from './worker-messages.ts'
import { readConfig } from './world/config.ts'
import { openLog } from './world/log.ts'
import { StartProblem } from './world/start-problem.ts'

const read = readConfig(process.env, process.argv.slice(2))
if ('problems' in read) throw new Error('the parent started with these settings')
const { config } = read
const log = openLog(config.logLevel)

type Serving = Awaited<ReturnType<typeof runApp>>
let serving: Serving | null = null
/** Before the parent, which has to stop more than this. */
const goneWithinMs = 27_000
let isStopping = false

const tell = (message: FromWorker) =>
  new Promise<void>((resolve) => {
    if (process.connected) process.send!(message, undefined, undefined, () => resolve())
    else resolve()
  })

async function start({ url, share }: Extract<ToWorker, { say: 'start' }>): Promise<void> {
  try {
    serving = await runApp(config, { log, url, share })
    await tell({ say: 'ready' })
  } catch (error) {
    if (isStopping) return
    await tell({ say: 'problem', words: explain(error), isLasting: error instanceof StartProblem })
    await stop(1)
  }
}

async function stop(exitCode: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  const deadline = setTimeout(() => process.exit(1), goneWithinMs)
  await serving?.running.stop().catch((error: unknown) => log.error({ err: error }, 'the stop failed'))
  // Where the parent was killed, nobody else stops the embedded database server.
  if (!process.connected && !config.databaseUrl)
    await stopLeftBehind(config.dataFolder).catch((error: unknown) =>
      log.error({ err: error }, 'the database server could not be stopped'),
    )
  clearTimeout(deadline)
  process.exit(exitCode)
}

const answers: { readonly [What in keyof Answers]: (of: Serving) => Answers[What] | Promise<Answers[What]> } = {
  alive: () => true,
  figures: ({ running }) => running.figures(),
  announcement: ({ announcement }) => announcement(),
}

process.on('message', (message: ToWorker) => {
  if (message.say === 'start') void start(message)
  if (message.say === 'stop') void stop(0)
  if (message.say !== 'ask' || !serving) return
  const { id, what } = message
  void Promise.resolve(answers[what](serving)).then(
    (answer) => tell({ say: 'answer', id, answer }),
    (error: unknown) => log.error({ err: error, what }, 'the parent’s question has no answer'),
  )
})
// The parent decides about the end. Ctrl-C reaches the whole process group, and a supervisor may signal each of its processes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
// By itself the runtime ends a worker at once when its parent is gone; this one first answers what it has.
cluster.worker!.exitedAfterDisconnect = true
process.on('disconnect', () => void stop(0))
process.on('uncaughtException', (error) => {
  if (passes(error)) return log.error({ err: error }, 'an uncaught error of the system; the worker goes on')
  log.fatal({ err: error }, 'an uncaught fault; the worker stops in order and another takes its place')
  void stop(1)
})
await tell({ say: 'hello' })
