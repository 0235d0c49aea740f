import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { ensurePostgres } from '../../postgres-programs.ts'
import { keysIn, lookUp, withDatabase } from '../books.ts'
import { type OwnCluster, openOwnCluster } from '../own-cluster.ts'
import { type RealApp, openRealApp } from '../real-app.ts'
import type { Row } from '../row.ts'
import { Answers, enrol, startSpending } from '../spenders.ts'
import { pointInTime } from './point-in-time.ts'
import { clearball, inSeconds } from './terminal.ts'

/**
 * A house under load is backed up and restored on another server; then an older backup is put under it while it runs. Another house
 * loses its server, and is brought back from a base backup and its write-ahead log.
 */
export async function backups(players = 8): Promise<Row[]> {
  process.env.POSTGRES_BIN ??= ensurePostgres()
  return [...(await dumps(players)), ...(await pointInTime(players))]
}

async function dumps(players: number): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'clearball-backups-'))
  const cluster = await openOwnCluster()
  const app = await openRealApp(cluster)
  const answers = new Answers()
  try {
    const spenders = await withDatabase(cluster.url('clearball_server'), (db) =>
      enrol({ url: app.url, superuserUrl: cluster.url('postgres'), db }, players),
    )
    const spending = startSpending(spenders, answers)
    await answers.more(400)
    const older = join(folder, 'older')
    await clearball(cluster, 'clearball', ['backup', older])
    await answers.more(400)
    const restored = await restoredElsewhere(cluster, answers, join(folder, 'newest'))
    const refused = await olderUnderneath({ cluster, app, answers, older })
    await spending.stop()
    const { lost, doubled, problems } = await withDatabase(cluster.url('clearball_server'), (db) => lookUp(db, answers))
    const holds = refused.holds && lost + doubled + problems.length + answers.faults === 0
    const { faults } = answers
    return [restored, { ...refused, 'lost in the end': lost, doubled, faults, findings: problems.length, holds }]
  } finally {
    await app.kill()
    await cluster.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

async function restoredElsewhere(cluster: OwnCluster, answers: Answers, folder: string): Promise<Row> {
  const other = await openOwnCluster()
  try {
    const before = answers.accepted.length
    const startedMs = performance.now()
    await clearball(cluster, 'clearball', ['backup', folder])
    const backupMs = performance.now() - startedMs
    const atEnd = answers.accepted.length
    const restoringMs = performance.now()
    const said = await clearball(other, 'clearball', ['restore', folder])
    const restoreMs = performance.now() - restoringMs
    const inside = await withDatabase(other.url('clearball_server'), keysIn)
    const missing = (from: number, to: number) =>
      answers.accepted.slice(from, to).filter(({ key }) => !inside.has(key)).length
    const isClean = said.startsWith('Clean')
    return {
      what: 'backup under load, restored on another server',
      'acknowledged before its start': before,
      'of them missing': missing(0, before),
      'acknowledged while it ran': atEnd - before,
      'of them not in it': missing(before, atEnd),
      'backup, s': inSeconds(backupMs),
      'restore and proof, s': inSeconds(restoreMs),
      'audit and log clean': isClean,
      holds: isClean && missing(0, before) === 0 && atEnd > before,
    }
  } finally {
    await other.remove()
  }
}

type Site = {
  readonly cluster: OwnCluster
  readonly app: RealApp
  readonly answers: Answers
  readonly older: string
}

/** For as long nothing may be accepted, counted or signed. */
const watchedMs = 15_000

async function olderUnderneath({ cluster, app, answers, older }: Site): Promise<Row> {
  const server = new Client({ connectionString: cluster.url('postgres').replace(/clearball$/, 'postgres') })
  await server.connect()
  await server.query('create database clearball_older owner clearball_owner')
  await clearball(cluster, 'clearball_older', ['restore', older])
  await swap(server, 'clearball_newest', 'clearball_older')
  // What was under way has its answer by then.
  await sleep(2_000)
  const [accepted, retries, refused, state] = [
    answers.accepted.length,
    answers.retries,
    answers.refused,
    await stateOf(cluster),
  ]
  await sleep(watchedMs)
  const after = await stateOf(cluster)
  const [during, sentAway] = [answers.accepted.length - accepted, answers.retries - retries + answers.refused - refused]
  const health = (await (await fetch(`${app.url}/api/health`)).json()) as { ready: boolean }
  await swap(server, 'clearball_older', 'clearball_newest')
  const backMs = performance.now()
  const goal = answers.accepted.length
  while (answers.accepted.length === goal && performance.now() - backMs < 120_000) await sleep(20)
  await server.end()
  return {
    what: 'older backup under a running house',
    'seconds under it': watchedMs / 1_000,
    'accepted there': during,
    'refused or sent away': sentAway,
    'bets and records written': after.bets - state.bets + after.size - state.size,
    'alarm says': after.alarm ?? '',
    'health ready': health.ready,
    'back on the newest after, s': inSeconds(performance.now() - backMs),
    holds:
      during === 0 &&
      sentAway > 0 &&
      after.bets === state.bets &&
      after.size === state.size &&
      after.alarm !== null &&
      answers.accepted.length > goal,
  }
}

/** Puts another database under the house's address, in a moment, as when the address of a database server moves. */
async function swap(server: Client, aside: string, next: string): Promise<void> {
  await server.query('alter role clearball_server nologin')
  await server.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname in ('clearball', '${next}')`)
  await sleep(300)
  await server.query(`alter database clearball rename to ${aside}`)
  await server.query(`alter database ${next} rename to clearball`)
  await server.query('alter role clearball_server login')
}

async function stateOf({ url }: OwnCluster) {
  const client = new Client({ connectionString: url('postgres') })
  await client.connect()
  const { rows } = await client.query<{ bets: number; size: number; alarm: string | null }>(`
    select (select count(*) from bet)::integer as bets, (select max(size) from log_checkpoint)::integer as size,
      (select what from alarm where source like 'log@%' and cleared_at is null limit 1) as alarm`)
  await client.end()
  return rows[0]!
}
