import type { FastifyInstance } from 'fastify'
import { openDatabase } from './db/database.ts'
import { closeServer, drain } from './drain.ts'
import {
  startActionCheck,
  startActionCopy,
  startAlarms,
  startAway,
  startBeat,
  startLocalAlarms,
  startReleaseWatch,
  startReviewRollUp,
  startRollUp,
  startWeeklyReport,
} from './edges/jobs/operations.ts'
import { startRepeatOrders, startRebates } from './edges/jobs/bets.ts'
import type { Job } from './edges/jobs/every.ts'
import { startHousekeeping } from './edges/jobs/housekeeping.ts'
import {
  startLedgerWatch,
  startLiabilities,
  startLogWatch,
  startPublishingHeads,
  startSealing,
} from './edges/jobs/ledger.ts'
import { startMailer, startPusher } from './edges/jobs/mailer.ts'
import { startSignals } from './edges/jobs/signals.ts'
import { startRunningHeads, startTicker, startWatch, startWitnessWatch } from './edges/jobs/ticker.ts'
import { openHttp } from './edges/http/server.ts'
import { openMetrics } from './edges/metrics/metrics.ts'
import { openOwnAccounts } from './features/accounts/own-account.ts'
import { openOwnBets } from './features/bets/showing/own-bets.ts'
import { openBetting } from './features/bets/placing/open-betting.ts'
import { openRunningBets } from './features/draws/tally-bets.ts'
import { pepperProblem } from './features/operators/check-pepper.ts'
import { openAnswers } from './services/answers/open-answers.ts'
import { openBeacon } from './services/beacon/open-beacon.ts'
import { watchBeacon } from './services/beacon/watch.ts'
import { keyProblem } from './services/fairness/check-keys.ts'
import { openLogMark } from './services/fairness/log-mark.ts'
import { guardConnections, watchLog } from './services/fairness/watch-log.ts'
import { openHub } from './services/live/hub.ts'
import { openStreamPlaces, streamBounds } from './services/live/stream-places.ts'
import { openMailServer } from './services/mails/open-mail-server.ts'
import { join, sayGoodbye } from './services/node/beat.ts'
import { openNode } from './services/node/node.ts'
import { openSessionFinder } from './services/people/find-session.ts'
import { openWitnesses } from './services/witnesses/open-witnesses.ts'
import { watchRelease } from './services/release/watch.ts'
import type { App } from './world/app.ts'
import type { BeaconSource } from './world/members/beacon.ts'
import type { Memory } from './world/members/memory.ts'
import { StartProblem } from './world/start-problem.ts'

/** What `openApp` needs. */
export type Given = Pick<App, 'config' | 'clock' | 'random' | 'log'> & {
  /** The address of a database whose schema is up to date. */
  readonly url: string
  /** Connections in the pool. */
  readonly size: number
  /** The source of beacon rounds; tests pass their own, otherwise the configuration names it. */
  readonly source?: BeaconSource
}

/** Opens every member in the order of the layers. */
export async function openApp({ url, size, source, ...world }: Given): Promise<App> {
  const { config, clock, random, log } = world
  const node = openNode(random)
  const db = openDatabase({ url, log, size })
  const hub = await openHub({ url, db, clock, log })
  const beacon = watchBeacon({ source: source ?? openBeacon(config, { clock, log }), clock, db, log })
  const logMark = openLogMark(config, clock)
  const mail = await openMailServer(config)
  const memory = emptyMemory()
  const witnesses = await openWitnesses({ config, clock, db, log, memory })
  const opened = {
    ...world,
    node,
    db,
    hub,
    beacon,
    logMark,
    mail,
    memory,
    answers: openAnswers({ db, clock }),
    witnesses,
    runningBets: openRunningBets(),
    findSession: openSessionFinder({ db, clock }),
    own: { account: openOwnAccounts(db), bets: openOwnBets(db) },
  }
  return { ...opened, betting: openBetting(opened) }
}

export function emptyMemory(): Memory {
  return {
    publishedRules: new Map(),
    logTree: null,
    schedules: new Map(),
    publicKeys: new Map(),
    signingKey: null,
    exposure: new Map(),
    callers: new Map(),
    paymentChecks: new Map(),
    liabilityTops: new Map(),
    houseNow: null,
  }
}

/** Closes the members in the reverse order. */
export async function closeApp({ witnesses, mail, beacon, hub, db, logMark }: App): Promise<void> {
  await witnesses.close()
  mail?.close()
  await beacon.close()
  await hub.close()
  await db.close()
  await logMark.written()
}

/** Stops a start with a key that the database was not used with. */
export async function refuseOtherKeys(app: App): Promise<void> {
  const problem = (await keyProblem(app)) ?? (await pepperProblem(app.db.query, app.config.pepper))
  if (problem) throw new StartProblem(problem)
}

/**
 * The first heartbeat, and the keys once more: while a key is changed no node joins, so one that was starting meanwhile finds out here
 * that its own is the former one.
 */
async function joinWithKeys(app: App): Promise<void> {
  await join(app)
  await refuseOtherKeys(app).catch(async (error: unknown) => {
    await sayGoodbye(app)
    throw error
  })
}

/** A running server and its addresses. */
export type Running = {
  readonly playerUrl: string
  readonly consoleUrl: string
  readonly metricsUrl: string
  /** This process's metrics, to be added to those of others. */
  figures(): Promise<object[]>
  stop(): Promise<void>
}

/**
 * Opens both apps' addresses, the metrics' address unless the parent has it, and the jobs; `stop` ends them in the
 * reverse order.
 */
export async function startApp(app: App, parentMetricsUrl: string | null = null): Promise<Running> {
  const { config } = app
  const metrics = openMetrics(app)
  const shared = { metrics, places: openStreamPlaces(streamBounds(config)) }
  const player = await openHttp(app, 'player', shared)
  const console = await openHttp(app, 'console', shared)
  const opened: FastifyInstance[] = []
  const listen = async (server: FastifyInstance, port: number, host: string) => {
    opened.push(server)
    return server.listen({ port, host })
  }
  // Before the first request: this node's heartbeat is written, and altered files or a log that lost its newest records have
  // stopped money.
  await joinWithKeys(app)
  if (config.selfCheck) await watchRelease(app)
  guardConnections(app)
  await watchLog(app)
  try {
    const playerUrl = await listen(player, config.port, config.host)
    const consoleUrl = await listen(console, config.consolePort, config.host)
    const metricsUrl = parentMetricsUrl ?? (await listen(metrics.server, config.metricsPort, config.metricsHost))
    const watching = startWatching(app)
    const working = startWorking(app)
    const stopAll = (jobs: readonly Job[]) => Promise.all(jobs.map((job) => job.stop()))
    const stop = async () => {
      // Work goes to other nodes at once; what requests rely on is watched until the last is answered.
      await Promise.all([drain(app, [player, console]), stopAll(working)])
      await Promise.all([closeServer(metrics.server), stopAll(watching)])
      await closeApp(app)
    }
    return { playerUrl, consoleUrl, metricsUrl, figures: metrics.figures, stop }
  } catch (error) {
    await Promise.all(opened.map((server) => server.close()))
    throw error
  }
}

/** What every process watches for itself. */
export function startWatching(app: App): Job[] {
  const jobs = [startWatch(app), startWitnessWatch(app), startLogWatch(app), startLocalAlarms(app), startBeat(app)]
  return app.config.selfCheck ? [...jobs, startReleaseWatch(app)] : jobs
}

/** What the first process of a node does for all, and what a node with the ticker does. */
export function startWorking(app: App): Job[] {
  const { config } = app
  const jobs: Job[] = []
  if (config.worker === 1)
    jobs.push(
      startMailer(app),
      startPusher(app),
      startHousekeeping(app),
      startSealing(app),
      startLedgerWatch(app),
      startActionCheck(app),
      startActionCopy(app),
      startAlarms(app),
      startAway(app),
      startWeeklyReport(app),
    )
  if (config.ticker)
    jobs.push(
      startTicker(app),
      startRebates(app),
      startRepeatOrders(app),
      startPublishingHeads(app),
      startRunningHeads(app),
      startRollUp(app),
      startReviewRollUp(app),
    )
  if (config.ticker && config.worker === 1) jobs.push(startLiabilities(app), startSignals(app))
  return jobs
}
