import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { openBatches } from '#server/features/bets/placing/batches'
import { findSnapshot } from '#server/features/liabilities/snapshots'
import { reconcile } from '#server/services/ledger/reconcile'
import { openLeafThread } from '#server/services/liabilities/leaf-thread'
import { leafListOf } from '#server/services/liabilities/list-of'
import { pathFileOf } from '#server/services/liabilities/path-of'
import { takeDueSnapshot } from '#server/services/liabilities/take-snapshot'
import type { App } from '#server/world/app'
import { benchDraw, type BetHouse, openBetHouse, someSlip } from '../bet-house.ts'
import { type Bench, type Report, median } from '../figure.ts'
import { processesOf, usedUs } from '../workers/processors.ts'
import { provingApp } from './bench-app.ts'

/** `BENCH_PLAYERS=10000,100000` for a shorter run; `BENCH_ROUNDS=0` leaves out the bets. */
const sizes = (process.env.BENCH_PLAYERS ?? '10000,100000,1000000').split(',').map(Number)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const clients = 256
const mostPlayers = 1_000_000

/** What one proof of what the house owes costs in processor time, memory and bytes, and what it takes from betting at full speed. */
export const liabilities: Bench = async (report) => {
  for (const players of sizes) {
    report.progress(`${players} players`)
    const house = await openBetHouse({ players })
    const folder = await mkdtemp(join(tmpdir(), 'clearball-bench-'))
    await signFirst(house)
    await spread(house)
    const app = provingApp(house.app, folder)
    await alone(house, app, report)
    if (rounds > 0) await besideBets(house, folder, report)
    const { difference } = await reconcile(app.db.query)
    if (difference !== 0n) throw new Error(`the books are off by ${difference}`)
    await house.close()
    await rm(folder, { recursive: true })
  }
}

/** The bench's log has one record and a made-up root; a log of one record has that record's hash as its root. */
async function signFirst({ owner }: BetHouse): Promise<void> {
  await owner.query('set session_replication_role = replica')
  await owner.query('update log_checkpoint set root = (select leaf from log_record where seq = 0)')
  await owner.query('reset session_replication_role')
}

/** Balances as players have them, most of them small: from 100.00 up, 300.00 on average. */
async function spread({ owner }: BetHouse): Promise<void> {
  await owner.query('set session_replication_role = replica')
  await owner.query('update account set balance = 10000 - (20000 * ln(1 - random()))::bigint where balance is not null')
  await owner.query(`update entry set amount = balance, balance_after = balance
    from account where account.id = account_id and balance is not null`)
  await owner.query(`update entry set amount = -(select sum(balance) from account) where balance_after is null`)
  await owner.query('reset session_replication_role')
  await owner.query('vacuum analyze account')
}

type Proved = { readonly seconds: number; readonly cpuSeconds: number; readonly mb: number; readonly idleMb: number }

async function alone({ cluster, owner, players }: BetHouse, app: App, { figure }: Report): Promise<void> {
  const { rows } = await owner.query<{ data_directory: string }>('show data_directory')
  const server = () => processesOf(rows[0]!.data_directory).then(usedUs)
  const before = await server()
  const prove = new URL('./prove.ts', import.meta.url).pathname
  const url = cluster.url('clearball_server', 'clearball')
  const { stdout } = await promisify(execFile)(process.execPath, [prove, url, app.config.dataFolder])
  const { seconds, cpuSeconds, mb, idleMb } = JSON.parse(stdout) as Proved
  const ofServer = ((await server()) - before) / 1e6
  const isLargest = players.length === mostPlayers
  const name = `${players.length} players`
  figure({
    name: `${name}: processor time`,
    value: cpuSeconds + ofServer,
    unit: 's',
    ...(isLargest && { goal: { most: 20 } }),
  })
  figure({ name: `${name}: of it the database`, value: ofServer, unit: 's' })
  figure({ name: `${name}: from read to log`, value: seconds, unit: 's' })
  figure({ name: `${name}: memory of the process`, value: mb, unit: 'MB', ...(isLargest && { goal: { most: 300 } }) })
  figure({ name: `${name}: of it before`, value: idleMb, unit: 'MB' })
  await sizesOf(app, { players, name, figure })
}

type Measured = Pick<BetHouse, 'players'> & { readonly name: string } & Pick<Report, 'figure'>

/** The bytes of a path file and of the list, and how long a path takes to be made. */
async function sizesOf(app: App, { players, name, figure }: Measured): Promise<void> {
  const { db, memory, config } = app
  const snapshot = (await findSnapshot(db.query))!
  const took: number[] = []
  let file = ''
  for (const { id } of players.slice(0, 20)) {
    const player = await db.query
      .selectFrom('player')
      .select(['id', 'account'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const startedMs = performance.now()
    file = JSON.stringify(await pathFileOf({ db: db.query, memory, config }, player, snapshot))
    took.push(performance.now() - startedMs)
  }
  const [bytes, zipped] = [file.length, gzipSync(file).length]
  figure({
    name: `${name}: path file`,
    value: bytes / 1024,
    unit: 'kB',
    against: { name: 'compressed', value: zipped / 1024 },
  })
  figure({ name: `${name}: a path is made in`, value: median(took), unit: 'ms' })
  let list = 0
  for await (const lines of (await leafListOf(db.query, snapshot.number))!) list += lines.length
  figure({ name: `${name}: list of ${snapshot.leaves} leaves`, value: list / 2 ** 20, unit: 'MB' })
}

/** Bets of many clients without a pause, in turns alone and beside proofs, each of which is told that it is an hour later. */
async function besideBets(house: BetHouse, folder: string, { figure, progress }: Report): Promise<void> {
  const { players } = house
  const hours = { ahead: 0 }
  const clock = { ...house.app.clock, nowMs: () => house.app.clock.nowMs() + hours.ahead * 3_600_000 }
  const app = provingApp(house.app, folder, clock)
  const batches = openBatches(house.app)
  const thread = openLeafThread()
  let at = 0
  const bets = async (isOver: () => boolean) => {
    const [startedMs, from] = [performance.now(), at]
    const client = async () => {
      while (!isOver()) await batches.place(someSlip(house, at++), benchDraw)
    }
    await Promise.all(Array.from({ length: clients }, client))
    return ((at - from) / (performance.now() - startedMs)) * 1_000
  }
  const forSeconds = (seconds: number) => {
    const endsMs = performance.now() + seconds * 1_000
    return bets(() => performance.now() >= endsMs)
  }
  const ratios: number[] = []
  const speeds: number[] = []
  const slowestSpeeds: number[] = []
  await forSeconds(3)
  for (let round = 0; round < rounds; round++) {
    progress(`bets beside a proof over ${players.length} players, ${round + 1} of ${rounds}`)
    const before = await forSeconds(5)
    hours.ahead++
    let isOver = false
    const slowest = watchSlowest(() => at)
    const proving = takeDueSnapshot(app, thread).finally(() => (isOver = true))
    const meanwhile = await bets(() => isOver)
    slowestSpeeds.push(slowest())
    if (!(await proving)) throw new Error('no proof was made')
    const after = await forSeconds(5)
    speeds.push(meanwhile)
    ratios.push(meanwhile / ((before + after) / 2))
  }
  await thread.close()
  const speed = median(speeds)
  const isLargest = players.length === mostPlayers
  figure({
    name: `${players.length} players: bets/s beside a proof`,
    value: speed,
    unit: '/s',
    against: { name: 'just before and after', value: speed / median(ratios) },
    ...(isLargest && { goal: { least: 0.9 } }),
  })
  figure({
    name: `${players.length} players: bets/s in the slowest five seconds of it`,
    value: median(slowestSpeeds),
    unit: '/s',
  })
}

const windowSeconds = 5

/** Looks every second how many bets there are. A mean over minutes would hide that bets hardly came through while the books were read. */
function watchSlowest(count: () => number): () => number {
  const counts = [count()]
  const looking = setInterval(() => counts.push(count()), 1_000)
  return () => {
    clearInterval(looking)
    const speeds = counts.slice(windowSeconds).map((now, at) => (now - counts[at]!) / windowSeconds)
    return speeds.length > 0 ? Math.min(...speeds) : Number.NaN
  }
}
