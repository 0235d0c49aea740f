import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { BeaconChain } from '#core/fairness/beacon'
import { openHttp } from '#server/edges/http/server'
import { openMetrics } from '#server/edges/metrics/metrics'
import { openApp, startWatching, startWorking } from '#server/open-app'
import { openPublicBeacon } from '#server/services/beacon/public-beacon'
import { guardConnections, watchLog } from '#server/services/fairness/watch-log'
import { openStreamPlaces, streamBounds } from '#server/services/live/stream-places'
import { join as joinNodes } from '#server/services/node/beat'
import type { App, RunningConfig } from '#server/world/app'
import { openLog } from '#server/world/log'
import type { BeaconSource } from '#server/world/members/beacon'
import { randomFrom } from '#server/world/random'
import { testConfig } from '#server/testing/open-house'
import { type Place, inPlace } from '../world/context.ts'
import type { Dice } from '../world/dice.ts'
import type { VirtualTime } from '../world/virtual-time.ts'
import { Relays } from './relays.ts'
import { Witnesses } from './witnesses.ts'

/** A server of the simulation: the whole application without its listening sockets. */
export type SimNode = {
  readonly name: string
  readonly place: Place
  readonly app: App
  readonly player: FastifyInstance
  readonly console: FastifyInstance
}

type NodeGiven = {
  readonly name: string
  readonly url: string
  readonly folder: string
  readonly time: VirtualTime
  readonly dice: Dice
  /** By how much an administrator or a bad time server has set this machine's clock. */
  readonly offsetMs: () => number
  readonly chain: BeaconChain
  readonly log: (line: string) => void
}

const logLevel = 'warn'

/** Opens a node as `startApp` does. Its statements, timers and random numbers belong to its place from the first on. */
export function openNode(given: NodeGiven): { place: Place; opened: Promise<SimNode>; beacon: BeaconSource } {
  const { name, time, dice, offsetMs, chain } = given
  const place: Place = { name, isDead: false, nowMs: () => time.nowMs, bytes: (count) => dice.bytes(count) }
  const clock = { nowMs: () => time.nowMs + offsetMs(), steadyMs: () => time.nowMs }
  const log = openLog(logLevel, { write: given.log })
  const beacon = openPublicBeacon({ relays: Relays.addresses, clock, log, chain })
  const opened = inPlace.run(place, async () => {
    const config = await configOf(given)
    const random = randomFrom((count) => dice.bytes(count))
    const app = await openApp({ config, clock, random, log, url: given.url, size: 8, source: beacon })
    // Its clock has to be confirmed by the relays; but whoever verifies draws must not take the chain for the public one.
    Object.assign(app.beacon, { mode: 'house-beacon' })
    // Connections that are closed and opened again all the time would take most of the simulation's time.
    for (const pool of [app.db.pool, app.db.bettingPool]) Object.assign(pool.options, { idleTimeoutMillis: 0 })
    const shared = { metrics: openMetrics(app), places: openStreamPlaces(streamBounds(config)) }
    const player = await openHttp(app, 'player', shared)
    const console = await openHttp(app, 'console', shared)
    await Promise.all([player.ready(), console.ready()])
    await joinNodes(app)
    guardConnections(app)
    await watchLog(app)
    startWatching(app)
    startWorking(app)
    return { name, place, app, player, console }
  })
  return { place, opened, beacon }
}

async function configOf({ folder, name }: NodeGiven): Promise<RunningConfig> {
  const dataFolder = join(folder, name)
  await mkdir(join(folder, 'uploads'), { recursive: true })
  await mkdir(dataFolder, { recursive: true })
  // Both machines keep pictures in one folder, as nodes must.
  await symlink(join(folder, 'uploads'), join(dataFolder, 'uploads')).catch(() => {})
  const witnesses = join(dataFolder, 'witnesses')
  await writeFile(witnesses, Witnesses.policy())
  return { ...testConfig(), dataFolder, witnesses, ticker: true, logLevel, checkOutputs: true }
}
