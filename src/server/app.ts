import type { FastifyInstance } from 'fastify'
import type { BeaconWatch } from './beacon/watch.ts'
import { deskOf } from './bets/desk.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './db/database.ts'
import { markOf } from './fairness/log-mark.ts'
import { guardConnections, watchLog } from './fairness/watch-log.ts'
import { openHttp } from './http/server.ts'
import { openMetrics } from './http/metrics.ts'
import {
  startActionCheck,
  startActionCopy,
  startAlarms,
  startBeat,
  startLocalAlarms,
  startReleaseWatch,
  startRollUp,
} from './jobs/desk.ts'
import { openStreamPlaces, streamBounds } from './live/stream-places.ts'
import { startMailer } from './jobs/mailer.ts'
import { startHousekeeping } from './jobs/housekeeping.ts'
import { startLedgerWatch, startLogWatch, startPublishingHeads, startSealing } from './jobs/ledger.ts'
import { startChaser, startRebates } from './jobs/bets.ts'
import { startTicker, startWatch } from './jobs/ticker.ts'
import type { Hub } from './live/hub.ts'
import type { Log } from './log.ts'
import { beat } from './node/beat.ts'
import type { Random } from './random.ts'
import { watchRelease } from './release/watch.ts'
import type { Secret } from './secret.ts'

/** Everything a handler's world is made of. An eighth member needs a decision record. */
export type App = {
  readonly config: RunningConfig
  readonly db: Db
  readonly clock: Clock
  readonly random: Random
  readonly hub: Hub
  readonly log: Log
  readonly beacon: BeaconWatch
}

/** Configuration with what the first start makes itself where it is not set. */
export type RunningConfig = Config & {
  readonly pepper: Secret
  readonly operatorKey: Secret
  readonly drawKey: Secret
  readonly houseBeaconKey: Secret
}

/** A running server and where it is reached. */
export type Running = {
  readonly playerUrl: string
  readonly consoleUrl: string
  readonly metricsUrl: string
  stop(): Promise<void>
}

/** Opens both apps' addresses, the local metrics address and the jobs; `stop` ends them in the reverse order. */
export async function startApp(app: App): Promise<Running> {
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
  // Before anybody is served: this node is known, and files that were altered, or a log that lost its tail, stop money from the
  // first request on.
  await beat(app)
  if (config.selfCheck) await watchRelease(app)
  guardConnections(app)
  await watchLog(app)
  // Opens the lane, so that the first bets find it ready.
  deskOf(app)
  try {
    const playerUrl = await listen(player, config.port, config.host)
    const consoleUrl = await listen(console, config.consolePort, config.host)
    // Metrics tell about the inside of the house, so they are never offered beyond this machine.
    const metricsUrl = await listen(metrics.server, config.metricsPort, '127.0.0.1')
    const jobs = [startMailer(app), startHousekeeping(app), startSealing(app), startLedgerWatch(app), startWatch(app)]
    jobs.push(startLogWatch(app), startActionCheck(app), startActionCopy(app))
    jobs.push(startAlarms(app), startLocalAlarms(app), startBeat(app))
    if (config.selfCheck) jobs.push(startReleaseWatch(app))
    if (config.ticker)
      jobs.push(startTicker(app), startRebates(app), startChaser(app), startPublishingHeads(app), startRollUp(app))
    const stop = async () => {
      await Promise.all(opened.map(closeServer))
      await Promise.all(jobs.map((job) => job.stop()))
      await app.beacon.close()
      await app.hub.close()
      await app.db.close()
      await markOf(app).written()
    }
    return { playerUrl, consoleUrl, metricsUrl, stop }
  } catch (error) {
    await Promise.all(opened.map((server) => server.close()))
    throw error
  }
}

/** Longer than any request should take; what still hangs then, hangs on its client. */
const answersMostMs = 15_000

/** Takes no new requests, answers those under way, and then cuts whatever is left. */
async function closeServer(server: FastifyInstance): Promise<void> {
  const late = setTimeout(() => server.server.closeAllConnections(), answersMostMs)
  // A connection whose answer came after closing began waits for its client's next request.
  const answered = setInterval(() => server.server.closeIdleConnections(), 50)
  await server.close()
  clearTimeout(late)
  clearInterval(answered)
}
