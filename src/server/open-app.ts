import type { FastifyInstance } from 'fastify'
import { openDatabase } from './db/database.ts'
import {
  startActionCheck,
  startActionCopy,
  startAlarms,
  startBeat,
  startLocalAlarms,
  startReleaseWatch,
  startRollUp,
} from './edges/jobs/operations.ts'
import { startRepeatOrders, startRebates } from './edges/jobs/bets.ts'
import type { Job } from './edges/jobs/every.ts'
import { startHousekeeping } from './edges/jobs/housekeeping.ts'
import { startLedgerWatch, startLogWatch, startPublishingHeads, startSealing } from './edges/jobs/ledger.ts'
import { startMailer } from './edges/jobs/mailer.ts'
import { startRunningHeads, startTicker, startWatch, startWitnessWatch } from './edges/jobs/ticker.ts'
import { openHttp } from './edges/http/server.ts'
import { openMetrics } from './edges/metrics/metrics.ts'
import { openOwnAccounts } from './features/accounts/own-account.ts'
import { openOwnBets } from './features/bets/showing/own-bets.ts'
import { openBetting } from './features/bets/placing/open-betting.ts'
import { openRunningBets } from './features/draws/tally-bets.ts'
import { openAnswers } from './services/answers/open-answers.ts'
import { openBeacon } from './services/beacon/open-beacon.ts'
import { watchBeacon } from './services/beacon/watch.ts'
import { openLogMark } from './services/fairness/log-mark.ts'
import { guardConnections, watchLog } from './services/fairness/watch-log.ts'
import { openHub } from './services/live/hub.ts'
import { openStreamPlaces, streamBounds } from './services/live/stream-places.ts'
import { openMailServer } from './services/mails/open-mail-server.ts'
import { beat } from './services/node/beat.ts'
import { openNode } from './services/node/node.ts'
import { openSessionFinder } from './services/people/find-session.ts'
import { openWitnesses } from './services/witnesses/open-witnesses.ts'
import { watchRelease } from './services/release/watch.ts'
import type { App } from './world/app.ts'
import type { BeaconSource } from './world/members/beacon.ts'
import type { Memory } from './world/members/memory.ts'

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
 * Opens both apps' addresses, the local metrics address unless the parent has it, and the jobs; `stop` ends them in the
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
  await beat(app)
  if (config.selfCheck) await watchRelease(app)
  guardConnections(app)
  await watchLog(app)
  try {
    const playerUrl = await listen(player, config.port, config.host)
    const consoleUrl = await listen(console, config.consolePort, config.host)
    // Metrics reveal internals, so they are served only on this machine.
    const metricsUrl = parentMetricsUrl ?? (await listen(metrics.server, config.metricsPort, '127.0.0.1'))
    const jobs = startJobs(app)
    const stop = async () => {
      await Promise.all(opened.map(closeServer))
      await Promise.all(jobs.map((job) => job.stop()))
      await closeApp(app)
    }
    return { playerUrl, consoleUrl, metricsUrl, figures: metrics.figures, stop }
  } catch (error) {
    await Promise.all(opened.map((server) => server.close()))
    throw error
  }
}

/** What every process watches for itself, what the first of a node does for all, and what a node with the ticker does. */
function startJobs(app: App): Job[] {
  const { config } = app
  const jobs = [startWatch(app), startWitnessWatch(app), startLogWatch(app), startLocalAlarms(app), startBeat(app)]
  if (config.selfCheck) jobs.push(startReleaseWatch(app))
  if (config.worker === 1)
    jobs.push(
      startMailer(app),
      startHousekeeping(app),
      startSealing(app),
      startLedgerWatch(app),
      startActionCheck(app),
      startActionCopy(app),
      startAlarms(app),
    )
  if (config.ticker)
    jobs.push(
      startTicker(app),
      startRebates(app),
      startRepeatOrders(app),
      startPublishingHeads(app),
      startRunningHeads(app),
      startRollUp(app),
    )
  return jobs
}

/** Longer than any request should take; a request still open then waits for its client. */
const answersMostMs = 15_000

/** Takes no new requests, answers those under way, and then closes the remaining connections. */
async function closeServer(server: FastifyInstance): Promise<void> {
  const late = setTimeout(() => server.server.closeAllConnections(), answersMostMs)
  // A keep-alive connection whose answer was sent after closing began would stay open, waiting for another request.
  const answered = setInterval(() => server.server.closeIdleConnections(), 50)
  await server.close()
  clearTimeout(late)
  clearInterval(answered)
}
