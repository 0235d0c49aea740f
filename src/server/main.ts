import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { App, RunningConfig } from './world/app.ts'
import { type Running, closeApp, openApp, startApp } from './open-app.ts'
import { newHouseKey } from './services/beacon/open-beacon.ts'
import { systemClock } from './world/clock.ts'
import { type Config, readConfig } from './world/config.ts'
import { failureOf, failures } from './world/database-failures.ts'
import { createDatabase, keep, startCluster } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { demoCodes } from './features/demo/demo-factors.ts'
import { demo, isSeeded } from './services/demo/demo-people.ts'
import { seedDemo } from './features/demo/seed-demo.ts'
import { keepDemoCard } from './features/demo/seed-money.ts'
import { keyProblem } from './services/fairness/check-keys.ts'
import { lockFolder } from './world/work/folder-lock.ts'
import { type Log, openLog } from './world/log.ts'
import { systemRandom } from './world/random.ts'
import { Secret } from './world/secrets/secret.ts'
import { StartProblem } from './world/start-problem.ts'

/** The steps of an orderly stop, run last first. */
const undo: (() => Promise<void>)[] = []

async function start(config: Config, log: Log): Promise<{ running: Running; app: App }> {
  const { url, ownerUrl } = await findDatabase(config)
  await migrate(ownerUrl, config.mode, config.databaseUrl ? undefined : config.dataFolder)
  const full = await withKeys(config)
  const size = config.databasePool
  const app = await openApp({ config: full, clock: systemClock, random: systemRandom, log, url, size })
  try {
    const problem = await keyProblem(app)
    if (problem) throw new StartProblem(problem)
    if (config.mode === 'demo') {
      if (config.seedDemo) await seedDemo(app)
      await keepDemoCard(app)
    }
    warnOfSettings(full, log)
    const running = await startApp(app)
    undo.push(() => running.stop())
    return { running, app }
  } catch (error) {
    await closeApp(app)
    throw error
  }
}

/** Warns of settings that work but have surprising effects. */
function warnOfSettings({ publicUrl, trustedProxies }: Config, log: Log): void {
  if (publicUrl?.startsWith('https:') && trustedProxies.length === 0)
    log.warn('PUBLIC_URL is https and TRUSTED_PROXIES is empty: everybody behind the proxy shares one address’s limits')
}

/** Generates the keys that are not set, at the first start, and keeps them in the data folder. */
async function withKeys(config: Config): Promise<RunningConfig> {
  const kept = async (name: string, set: Secret | null, make = () => randomBytes(32).toString('hex')) =>
    set ?? new Secret(await keep(join(config.dataFolder, name), make))
  return {
    ...config,
    pepper: await kept('pepper', config.pepper),
    operatorKey: await kept('operator-key', config.operatorKey),
    drawKey: await kept('draw-key', config.drawKey),
    houseBeaconKey: await kept('house-beacon-key', config.houseBeaconKey, newHouseKey),
  }
}

async function findDatabase(config: Config): Promise<{ url: string; ownerUrl: string }> {
  if (config.databaseUrl && config.databaseOwnerUrl) {
    await mkdir(config.dataFolder, { recursive: true })
    return { url: config.databaseUrl.reveal(), ownerUrl: config.databaseOwnerUrl.reveal() }
  }
  const lock = await lockFolder(config.dataFolder)
  if (!lock.isHeld) throw new StartProblem(`Clearball is already running on ${config.dataFolder}; stop that one first.`)
  undo.push(() => lock.release())
  const cluster = await startCluster(config.dataFolder)
  undo.push(() => cluster.stop())
  await createDatabase(cluster, 'clearball')
  return { url: cluster.url('clearball_server', 'clearball'), ownerUrl: cluster.url('clearball_owner', 'clearball') }
}

async function announce(app: App, { playerUrl, consoleUrl, metricsUrl }: Running): Promise<void> {
  const { config } = app
  const shown = (url: string, publicUrl: string | null) => publicUrl ?? url.replace('//127.0.0.1:', '//localhost:')
  const lines = [
    `Clearball is running${config.mode === 'demo' ? ' with play money (demo)' : ''}.`,
    '',
    `  Player app    ${shown(playerUrl, config.publicUrl)}`,
    `  Console       ${shown(consoleUrl, config.consoleUrl)}`,
    `  Metrics       ${metricsUrl}/metrics`,
  ]
  if (config.mode === 'demo' && (await isSeeded(app.db.query))) {
    const codes = (await demoCodes(app)).map(({ account, code }) => `${account} ${code}`)
    lines.push(
      '',
      `  Player        ${demo.player.account} / ${demo.player.password}, payment password ${demo.player.paymentPassword}`,
      `  Operators     admin, finance, reviewer, risk, support, auditor / ${demo.operatorPassword}`,
      `  Their codes   ${codes.join(', ')}`,
      '                each is valid once, for half a minute; npm run demo:code prints the next',
      `  Invitation    ${demo.invitationCode}`,
    )
  }
  console.log([...lines, '', 'Stop with Ctrl-C.'].join('\n'))
}

let isStopping = false

async function stop(exitCode: number): Promise<void> {
  // On Ctrl-C the signal arrives twice: from the terminal and from npm, which passes it on.
  if (isStopping) return
  isStopping = true
  const deadline = setTimeout(() => process.exit(1), 45_000)
  for (const step of undo.toReversed()) await step().catch((error: unknown) => console.error(String(error)))
  clearTimeout(deadline)
  process.exit(exitCode)
}

/** Whether an error is temporary: file descriptors ran out or a connection broke. Nothing is left half done, so the process goes on. */
function passes(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return ['EMFILE', 'ENFILE', 'ECONNRESET', 'ECONNABORTED', 'EPIPE'].includes(code)
}

function explain(error: unknown): string {
  if (error instanceof StartProblem) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' && 'port' in error) {
    return `Port ${String(error.port)} is taken by another program; choose another with --port.`
  }
  const failed = failureOf(error)
  if (failed) return `${capital(failures[failed].says)}: ${messageOf(error)}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Connecting to a host name with several addresses fails with an error whose own message is empty and that holds one per address. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}

function capital(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1)
}

const read = readConfig(process.env, process.argv.slice(2))
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
  const { running, app } = await start(read.config, log)
  if (!isStopping) await announce(app, running)
} catch (error) {
  if (!isStopping) console.error(explain(error))
  await stop(1)
}
