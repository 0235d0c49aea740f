import { mkdir } from 'node:fs/promises'
import { type Config, readConfig } from './world/config.ts'
import { createDatabase, startCluster } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { explain, passes } from './explain.ts'
import { connectionsOf } from './worker-share.ts'
import { tellSupervisor } from './tell-supervisor.ts'
import { loadEnvFile, takeEnvFile } from './world/env-file.ts'
import { lockFolder } from './world/work/folder-lock.ts'
import { type Log, openLog } from './world/log.ts'
import { StartProblem } from './world/start-problem.ts'

/** The steps of an orderly stop, run last first. */
const undo: (() => Promise<void>)[] = []

/** Starts everything; what it returns writes the lines that say so. */
async function start(config: Config, log: Log): Promise<() => Promise<string>> {
  const { url, ownerUrl } = await findDatabase(config)
  await migrate(ownerUrl, config.mode, config.databaseUrl ? undefined : config.dataFolder)
  // Loading the whole server takes over a second. What is wrong with the settings or the database is said before that.
  return config.workers > 1 ? startWorkers(config, { log, url }) : startAlone(config, { log, url })
}

type Given = { log: Log; url: string }

async function startAlone(config: Config, given: Given): Promise<() => Promise<string>> {
  const { runApp } = await import('./run-app.ts')
  const { running, announcement } = await runApp(config, given)
  undo.push(() => running.stop())
  return announcement
}

async function startWorkers(config: Config, given: Given): Promise<() => Promise<string>> {
  const { openWorkers } = await import('./run-workers.ts')
  const workers = await openWorkers(config, { ...given, onProblem: (words) => void end(words) })
  undo.push(() => workers.stop())
  await workers.start()
  return () => workers.announcement()
}

async function findDatabase(config: Config): Promise<{ url: string; ownerUrl: string }> {
  if (config.databaseUrl && config.databaseOwnerUrl) {
    await mkdir(config.dataFolder, { recursive: true })
    return { url: config.databaseUrl.reveal(), ownerUrl: config.databaseOwnerUrl.reveal() }
  }
  const lock = await lockFolder(config.dataFolder, lockPatienceMs)
  if (!lock.isHeld) throw new StartProblem(`Clearball is already running on ${config.dataFolder}; stop that one first.`)
  undo.push(() => lock.release())
  const cluster = await startCluster(config.dataFolder, [`max_connections=${connectionsOf(config)}`])
  undo.push(() => cluster.stop())
  await createDatabase(cluster, 'clearball')
  return { url: cluster.url('clearball_server', 'clearball'), ownerUrl: cluster.url('clearball_owner', 'clearball') }
}

/** The last worker of a node that was killed holds the folder while it stops the database server. */
const lockPatienceMs = 2_000

/** Supervisors and rolling updates count on it. A database server that is left behind is found by the next start. */
const goneWithinMs = 29_000

let isStopping = false

async function stop(exitCode: number): Promise<void> {
  // On Ctrl-C the signal arrives twice: from the terminal and from npm, which passes it on.
  if (isStopping) return
  isStopping = true
  const deadline = setTimeout(() => process.exit(1), goneWithinMs)
  for (const step of undo.toReversed()) await step().catch((error: unknown) => console.error(String(error)))
  clearTimeout(deadline)
  process.exit(exitCode)
}

async function end(words: string): Promise<void> {
  if (!isStopping) console.error(words)
  await stop(1)
}

const { file, rest } = takeEnvFile(process.argv.slice(2))
const unread = file === null ? null : loadEnvFile(file)
const read = unread === null ? readConfig(process.env, rest) : { problems: [unread] }
if ('problems' in read) {
  console.error(
    ['Clearball cannot start with these settings:', ...read.problems.map((each) => `  - ${each}`)].join('\n'),
  )
  process.exit(1)
}
const log = openLog(read.config.logLevel)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
process.on('uncaughtException', (error) => {
  if (passes(error)) return log.error({ err: error }, 'an uncaught error of the system; the server goes on')
  log.fatal({ err: error }, 'an uncaught fault; the server stops in order and must be restarted')
  void stop(1)
})
try {
  const announcement = await start(read.config, log)
  if (!isStopping) console.log(await announcement())
  tellSupervisor(process.env, log)
} catch (error) {
  await end(explain(error))
}
