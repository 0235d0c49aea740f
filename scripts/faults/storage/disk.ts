import { execFile } from 'node:child_process'
import { rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { findDataFolder } from '#server/db/embedded'
import { lookUp, withDatabase } from '../books.ts'
import { type OwnCluster, openOwnCluster } from '../own-cluster.ts'
import { type RealApp, openRealApp } from '../real-app.ts'
import type { Row } from '../row.ts'
import { Answers, enrol, startSpending } from '../spenders.ts'
import { type SmallDisk, openSmallDisk } from './small-disk.ts'

/** What is on the disk that fills up. */
type Full = {
  readonly what: string
  open(disk: SmallDisk): Promise<{ cluster: OwnCluster; settings?: Record<string, string>; aside?: string }>
  /** Whether health or an alarm names the cause. */
  readonly says: RegExp
  /** Uses up what room the files that exist still have. */
  useUp?(cluster: OwnCluster): Promise<void>
  /** What an operator does after making room; nothing, where everything goes on by itself. */
  restart?(cluster: OwnCluster): Promise<void>
}

const fulls: readonly Full[] = [
  {
    what: 'the database’s data',
    says: /the database’s disk is full/,
    open: async (disk) => {
      const cluster = await openOwnCluster({ parent: disk.folder })
      return { cluster, aside: await moveWal(cluster, `${disk.folder}-wal`) }
    },
  },
  {
    what: 'the write-ahead log',
    says: /the database is (out of reach|stopping or starting)|the database’s disk is full/,
    open: async (disk) => {
      const cluster = await openOwnCluster()
      await moveWal(cluster, join(disk.folder, 'wal'))
      return { cluster }
    },
    useUp: switchWal,
    restart: (cluster) => cluster.start(),
  },
  {
    what: 'DATA_DIR of the app',
    says: /cannot write .*public-log\.json/,
    open: async (disk) => ({ cluster: await openOwnCluster(), settings: { DATA_DIR: join(disk.folder, 'app') } }),
  },
]

/** The disk of each part fills up under load, stays full for a while, and gets room again. */
export async function fullDisk(): Promise<Row[]> {
  const rows: Row[] = []
  for (const full of fulls) {
    const disk = await openSmallDisk(400)
    if (!disk) return [{ what: 'disk full', skipped: 'mounting a small file system needs root', holds: true }]
    try {
      rows.push(await fillUnderLoad(full, disk))
    } finally {
      await disk.remove()
    }
  }
  return rows
}

async function fillUnderLoad(full: Full, disk: SmallDisk): Promise<Row> {
  const { cluster, settings = {}, aside } = await full.open(disk)
  const alarms = await openAlarms()
  const app = await openRealApp(cluster, { ...settings, ALARM_WEBHOOK: alarms.url })
  const answers = new Answers()
  try {
    const spenders = await withDatabase(cluster.url('clearball_server'), (db) =>
      enrol({ url: app.url, superuserUrl: cluster.url('postgres'), db }, 8),
    )
    const spending = startSpending(spenders, answers)
    await answers.more(200)
    await disk.fill()
    await full.useUp?.(cluster)
    const seen = await watchFull(full, { app, answers, alarms })
    await disk.free()
    const freedMs = performance.now()
    await full.restart?.(cluster)
    await answers.more(1)
    const backMs = performance.now() - freedMs
    while (!(await healthOf(app)).ready && performance.now() - freedMs < 120_000) await sleep(200)
    const readyMs = performance.now() - freedMs
    await spending.stop()
    const { lost, doubled, problems } = await withDatabase(cluster.url('clearball_server'), (db) => lookUp(db, answers))
    for (const problem of problems) console.error(problem)
    return {
      what: `full: ${full.what}`,
      acknowledged: answers.accepted.length,
      'acknowledged while full': seen.accepted,
      'sent away': [...answers.sentAway].map(([said, count]) => `${count} × ${said}`).join('; '),
      'health says': seen.health,
      'alarm says': seen.alarm,
      lost,
      doubled,
      faults: answers.faults,
      findings: problems.length,
      'by hand': full.restart ? 'start PostgreSQL' : 'nothing',
      'bets again after, s': Math.round(backMs / 100) / 10,
      'ready after, s': Math.round(readyMs / 100) / 10,
      holds:
        seen.accepted === 0 &&
        full.says.test(`${seen.health} ${seen.alarm}`) &&
        seen.alarm !== '' &&
        lost + doubled + answers.faults + problems.length === 0,
    }
  } finally {
    await app.kill()
    await disk.free()
    await cluster.remove()
    if (aside) await rm(aside, { recursive: true, force: true })
    alarms.close()
  }
}

type Watched = { readonly app: RealApp; readonly answers: Answers; readonly alarms: Alarms }

/** From the moment that health names the cause: nothing may be acknowledged for ten seconds. */
async function watchFull({ says }: Full, { app, answers, alarms }: Watched) {
  let health = ''
  for (let waitedMs = 0; !says.test(health); waitedMs += 250) {
    if (waitedMs > 120_000) throw new Error(`the disk is full, and health says only: ${health}`)
    health = (await healthOf(app)).why.join('; ')
    await sleep(250)
  }
  // A connection that has room left on a page may finish what it began.
  await sleep(3_000)
  const before = answers.accepted.length
  await sleep(10_000)
  return { health, alarm: alarms.raised.join('; '), accepted: answers.accepted.length - before }
}

async function healthOf({ url }: RealApp): Promise<{ ready: boolean; why: string[] }> {
  const response = await fetch(`${url}/api/health`).catch(() => null)
  return response ? ((await response.json()) as { ready: boolean; why: string[] }) : { ready: false, why: [] }
}

/** Moves the write-ahead log to another disk, as `initdb --waldir` would have put it there. */
async function moveWal(cluster: OwnCluster, to: string): Promise<string> {
  await cluster.kill()
  const wal = join(await findDataFolder(cluster.folder), 'pg_wal')
  // Unlike a copy by Node it keeps the server's user as the owner.
  await promisify(execFile)('mv', [wal, to])
  await symlink(to, wal)
  await cluster.start()
  return to
}

/** Each switch needs another file of 16 MB; the one that finds no room ends the server. */
async function switchWal(cluster: OwnCluster): Promise<void> {
  const client = new Client({ connectionString: cluster.url('postgres') })
  client.on('error', () => {})
  try {
    await client.connect()
    for (let times = 0; times < 40; times++) {
      await client.query(`select pg_logical_emit_message(false, 'clearball', 'faults')`)
      await client.query('select pg_switch_wal()')
    }
  } catch {
    return
  } finally {
    await client.end().catch(() => {})
  }
  throw new Error('the write-ahead log found room on a full disk')
}

type Alarms = { readonly url: string; readonly raised: string[]; close(): void }

/** Where the app posts its alarms, which it does from memory. */
async function openAlarms(): Promise<Alarms> {
  const raised: string[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { kind, state, what } = JSON.parse(body) as { kind: string; state: string; what: string }
      if (state === 'raised') raised.push(`${kind}: ${what}`)
      response.end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, raised, close: () => void server.close() }
}
