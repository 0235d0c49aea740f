import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '#server/db/embedded'
import { lookUp, withDatabase } from '../books.ts'
import { type OwnCluster, openOwnCluster } from '../own-cluster.ts'
import { type RealApp, environmentOf, openRealApp } from '../real-app.ts'
import type { Row } from '../row.ts'
import { Answers, type Spender, enrol } from '../spenders.ts'
import { startBetting } from './bettors.ts'
import { type Heard, type Listener, openListener } from './listeners.ts'
import { openNginx } from './nginx.ts'
import { startPublishing } from './publishing.ts'
import { contracting, expanding, makeRelease, refusalOf } from './releases.ts'

const perSecond = Number(process.env.BETS_PER_SECOND ?? 1_000)
const listenerCount = 200
/** Many, because what one player may win in a draw is limited. */
const players = 50
/** How long nodes of two releases serve side by side. */
const besideMs = 1_000 * Number(process.env.BESIDE_SECONDS ?? 60)
const leavesWithinMs = 30_000

/** A place for a node: its address outlives it, whichever release is there. */
type Place = { readonly name: string; readonly settings: Readonly<Record<string, string>>; app: RealApp }
type Site = {
  readonly cluster: OwnCluster
  readonly places: readonly [Place, Place]
  readonly url: string
  readonly spenders: readonly Spender[]
  /** Those of every load on this site, since the books are compared with all of them. */
  readonly answers: Answers
}

/**
 * Two nodes, with `WORKERS` processes each, behind nginx are restarted in turn, and then replaced by
 * another release, while players bet and listen.
 */
export async function rolling(rounds = 3): Promise<Row[]> {
  return withSite(async (site) => [
    await underLoad(site, `${2 * rounds} restarts of two nodes`, () => restartInTurn(site, rounds)),
    await underLoad(site, 'an upgrade beside the former release', () => upgradeBeside(site)),
    await refused(site),
  ])
}

async function withSite<T>(work: (site: Site) => Promise<T>): Promise<T> {
  const cluster = await openOwnCluster()
  const key = () => randomBytes(32).toString('hex')
  const shared = {
    PASSWORD_PEPPER: key(),
    OPERATOR_KEY: key(),
    DRAW_KEY: key(),
    HOUSE_BEACON_KEY: key(),
    STOP_WAIT_SECONDS: '5',
    WORKERS: process.env.WORKERS ?? '1',
  }
  const openPlace = async (name: string): Promise<Place> => {
    const settings = { ...shared, DATA_DIR: join(cluster.folder, name), PORT: String(await freePort()) }
    return { name, settings, app: await openRealApp(cluster, settings) }
  }
  progress('two nodes start')
  const places = [await openPlace('first'), await openPlace('second')] as const
  const nginx = await openNginx(
    cluster.folder,
    places.map(({ app }) => app.url),
  )
  try {
    const { url } = nginx
    progress(`${players} players join`)
    const spenders = await withDatabase(cluster.url('clearball_server'), (db) =>
      enrol({ url, superuserUrl: cluster.url('postgres'), db }, players),
    )
    return await work({ cluster, places, url, spenders, answers: new Answers() })
  } finally {
    await Promise.all(places.map(({ app }) => app.kill()))
    await nginx.stop()
    await cluster.remove()
  }
}

/** Runs `act` while players bet and browsers listen, and compares what they were told with what is in the database. */
async function underLoad(site: Site, what: string, act: () => Promise<number[]>): Promise<Row> {
  const { cluster, url, spenders, answers } = site
  progress(what)
  const heard: Heard = { cut: 0, refused: 0, resyncs: 0, reconnects: 0 }
  const listeners = Array.from({ length: listenerCount }, () => openListener(url, heard))
  while (listeners.some((each) => each.from() === null)) await sleep(50)
  const publishing = await startPublishing(cluster.url('clearball_owner'))
  const [beganMs, refusedBefore] = [performance.now(), answers.refused]
  const betting = startBetting({ url, spenders, answers }, perSecond)
  await answers.more(perSecond / 10)
  const leftMs = await act()
  await answers.more(perSecond / 10)
  await betting.stop()
  const seconds = (performance.now() - beganMs) / 1_000
  const newest = await publishing.stop()
  const { missed, doubled } = await comparedWith(publishing.all(), listeners, newest)
  listeners.forEach((each) => each.close())
  const found = await withDatabase(cluster.url('clearball_server'), (db) => lookUp(db, answers))
  for (const problem of found.problems) console.error(problem)
  const failed = [...betting.failed.values()].reduce((sum, each) => sum + each, 0)
  const cut = betting.cut + heard.cut
  const row = {
    what,
    'bets/s': Math.round(betting.placed / seconds),
    refused: answers.refused - refusedBefore,
    'p99, ms': Math.round(betting.tookMs.toSorted((a, b) => a - b)[Math.floor(betting.tookMs.length * 0.99)]!),
    'answers 5xx': failed + heard.refused,
    'cut connections': cut,
    lost: found.lost,
    doubled: found.doubled,
    events: publishing.all().length,
    reconnects: heard.reconnects,
    'events missed': missed + heard.resyncs,
    'events twice': doubled,
    'left after, s': Math.round(Math.max(...leftMs) / 100) / 10,
    findings: found.problems.length,
    holds:
      failed + heard.refused + cut + found.lost + found.doubled + missed + heard.resyncs + found.problems.length ===
        0 &&
      Math.max(...leftMs) <= leavesWithinMs &&
      // Without bets nothing could go wrong.
      betting.placed > (seconds * perSecond) / 2 &&
      heard.reconnects >= listenerCount,
  }
  progress(JSON.stringify(row))
  return row
}

/** Each listener must have every event since it came; those that are on their way get a few seconds. */
async function comparedWith(published: readonly bigint[], listeners: readonly Listener[], newest: bigint) {
  for (let waitedMs = 0; waitedMs < 15_000 && listeners.some((each) => each.lastId()! < newest); waitedMs += 100)
    await sleep(100)
  let [missed, doubled] = [0, 0]
  for (const { from, ids } of listeners) {
    const got = new Set(ids)
    missed += published.filter((id) => id > from()! && !got.has(id)).length
    doubled += ids.length - got.size
  }
  return { missed, doubled }
}

async function restartInTurn({ places }: Site, rounds: number): Promise<number[]> {
  const leftMs: number[] = []
  for (let round = 0; round < rounds; round++) {
    for (const { app } of places) {
      leftMs.push(await timed(() => app.stop()))
      await app.start()
      await untilReady(app)
      progress(`a node left after ${Math.round(leftMs.at(-1)!)} ms and is back`)
    }
  }
  return leftMs
}

/** The second node is replaced first and migrates beside the first, which is even started again as it was; then it follows. */
async function upgradeBeside({ cluster, places }: Site): Promise<number[]> {
  const root = await makeRelease(cluster.folder, 'next-release', expanding)
  const [first, second] = places
  const leftMs = [await timed(() => second.app.stop())]
  second.app = await openRealApp(cluster, second.settings, { root })
  await untilReady(second.app)
  progress('the other release has migrated and serves beside the former one')
  const sinceMs = performance.now()
  leftMs.push(await timed(() => first.app.stop()))
  await first.app.start()
  await untilReady(first.app)
  await sleep(Math.max(0, besideMs - (performance.now() - sinceMs)))
  leftMs.push(await timed(() => first.app.stop()))
  first.app = await openRealApp(cluster, first.settings, { root })
  await untilReady(first.app)
  return leftMs
}

/** A migration that takes something away is refused beside nodes of the release before, and applied when they are gone. */
async function refused({ cluster, places }: Site): Promise<Row> {
  const root = await makeRelease(cluster.folder, 'last-release', [...expanding, contracting])
  const [first, second] = places
  const before = await versionOf(cluster)
  const words = await refusalOf(root, environmentOf(cluster, first.settings))
  console.error(words)
  const stayed = (await versionOf(cluster)) === before
  await Promise.all([first.app.stop(), second.app.stop()])
  first.app = await openRealApp(cluster, first.settings, { root })
  await untilReady(first.app)
  const after = await versionOf(cluster)
  const saysWhy = ['the release before writes it', 'seen'].every((part) => words?.includes(part))
  const holds = saysWhy && stayed && after === before + 1
  return {
    what: 'a migration that is not safe',
    'refused beside older nodes': saysWhy,
    'changed nothing': stayed,
    'applied without them': after === before + 1,
    holds,
  }
}

async function versionOf(cluster: OwnCluster): Promise<number> {
  const client = new Client({ connectionString: cluster.url('clearball_owner') })
  await client.connect()
  const { rows } = await client.query<{ version: number }>('select max(version) as version from schema_migration')
  await client.end()
  return rows[0]!.version
}

const progress = (text: string) => void process.stderr.write(`rolling: ${text}\n`)

async function timed(work: () => Promise<void>): Promise<number> {
  const beganMs = performance.now()
  await work()
  return performance.now() - beganMs
}

/** As whoever updates would wait; then until nginx has tried it again. */
async function untilReady({ url }: RealApp): Promise<void> {
  while (
    !(await fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await sleep(100)
  await sleep(3_000)
}
