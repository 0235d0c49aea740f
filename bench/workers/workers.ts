import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { currentDraws } from '#contract/play/draws'
import { games } from '#core/games/catalogue'
import { formatCents } from '#core/money/cents'
import { newToken, tokenHash } from '#server/services/people/sessions'
import { chosen } from '#server/testing/draws/betting'
import { openVisitor } from '#server/testing/person'
import { systemRandom } from '#server/world/random'
import { openOwnCluster } from '../../scripts/faults/own-cluster.ts'
import { type RealApp, openRealApp } from '../../scripts/faults/real-app.ts'
import { seedPlayers } from '../bet-house.ts'
import { type Bench, median, type Report } from '../figure.ts'
import { inTurns } from '../measuring/in-turns.ts'
import type { Bet, Betting } from '../page/bettors.ts'
import { type Parts, planFor } from './model.ts'
import { processesOf, usedUs } from './processors.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 8)
const warmingSeconds = 4
const rounds = 3
/** One for each connection, and more: with few players their accounts would be what batches wait for. */
const players = 1_024
const connections = 256

/** The real program with one and with two workers, each serving bets over HTTP in turns, and what that means for more cores. */
export const workers: Bench = async (report) => {
  const { progress } = report
  const cluster = await openOwnCluster()
  // Players are made here, so the program makes nobody.
  const app = await openRealApp(cluster, { SEED_DEMO: 'off' })
  const owner = new Client({ connectionString: cluster.url('postgres') })
  await owner.connect()
  await owner.query(`alter system set track_functions = 'pl'`)
  await owner.query(`alter system set track_wal_io_timing = on`)
  await owner.query('select pg_reload_conf()')
  progress(`${players} players`)
  const cookies = await seed(owner)
  const bettors = fork(fileURLToPath(new URL('../page/bettors.ts', import.meta.url)))
  const house = { app, owner, folder: cluster.folder, bettors, cookies }
  try {
    const seen = await inTurns(
      { 'one worker': () => serve(house, 1), 'two workers': () => serve(house, 2) },
      { rounds, progress },
    )
    tell(report, seen)
    plan(report, { turns: seen['one worker'], rowUs: await timeRows(owner) })
  } finally {
    bettors.disconnect()
    await owner.end()
    await app.stop()
    await cluster.remove()
  }
}

/** What one turn measured; times are microseconds of one bet, `flushUs` those of a flush. */
type Turn = {
  readonly perSecond: number
  readonly appUs: number
  readonly databaseUs: number
  readonly loadUs: number
  readonly batch: number
  readonly flushUs: number
}

type House = {
  readonly app: RealApp
  readonly owner: Client
  readonly folder: string
  readonly bettors: ReturnType<typeof fork>
  readonly cookies: string[]
}

/** Starts the program anew with so many workers and bets for a while. */
async function serve({ app, owner, folder, bettors, cookies }: House, count: number): Promise<Turn> {
  await app.stop()
  await app.start({ WORKERS: String(count) })
  const bodies = await slips(app.url)
  const of = { app: await app.pids(), load: [bettors.pid!] }
  const look = async () => ({
    app: await usedUs(of.app),
    load: await usedUs(of.load),
    database: await usedUs(await processesOf(folder)),
    counts: (await owner.query<Counts>(countsOf)).rows[0]!,
  })
  const send = (given: Pick<Betting, 'seconds' | 'tellsWarm'>) => {
    bettors.send({ url: `${app.url}/api/v1/bets`, cookies, bodies, connections, ...given } satisfies Betting)
    return once(bettors, 'message')
  }
  // The program was just started: its code is not compiled yet.
  await send({ seconds: warmingSeconds })
  await send({ seconds, tellsWarm: true })
  const before = await look()
  const [bet] = (await once(bettors, 'message')) as [Bet]
  const after = await look()
  if (Object.keys(bet.failed).length > 0) throw new Error(`requests failed: ${JSON.stringify(bet.failed)}`)
  const each = (what: 'app' | 'load' | 'database') => (after[what] - before[what]) / bet.requests
  const more = (what: keyof Counts) => Number(after.counts[what]) - Number(before.counts[what])
  return {
    perSecond: bet.perSecond,
    appUs: each('app'),
    databaseUs: each('database'),
    loadUs: each('load'),
    batch: bet.requests / more('batches'),
    flushUs: (1_000 * more('flush_ms')) / more('flushes'),
  }
}

type Counts = { batches: string; flushes: string; flush_ms: number }

const countsOf = `select (select calls from pg_stat_user_functions where funcname = 'place_bets') as batches,
  (select sum(fsyncs) from pg_stat_io where object = 'wal') as flushes,
  (select sum(fsync_time) from pg_stat_io where object = 'wal') as flush_ms`

/** Certified players with money who are logged in; returns their cookies. */
async function seed(owner: Client): Promise<string[]> {
  await owner.query('set session_replication_role = replica')
  await owner.query(seedPlayers, [players])
  await owner.query('reset session_replication_role')
  const tokens = Array.from({ length: players }, () => newToken(systemRandom))
  await owner.query(
    `insert into session (token_hash, id, player_id, created_at, seen_at, playing_since, confirmed_at, address, agent)
     select hash, gen_random_uuid(), id, now(), now(), now(), now(), '127.0.0.1', 'node'
     from (select id, row_number() over () as n from player) player
     join unnest($1::bytea[]) with ordinality as token (hash, n) using (n)`,
    [tokens.map(tokenHash)],
  )
  return tokens.map((token) => `clearball=${token}`)
}

const plays: Record<string, string> = {
  k3: 'k3.sum_big_small',
  pk10: 'pk10.sum12_big_small',
  ssc: 'ssc.sum_big_small',
  x11_5: 'x11_5.sum_big_small',
}

/** A bet of one dollar on either side of an even chance, on each draw that stays open for the turn. */
async function slips(url: string): Promise<string[]> {
  const visitor = openVisitor(url)
  for (;;) {
    const { items } = await visitor.call(currentDraws, {})
    const until = Date.now() + (warmingSeconds + seconds + 10) * 1_000
    const bodies = items.flatMap(({ game, period }) => {
      if (!period || period.opensAt > Date.now() || period.closesAt < until) return []
      const family = games.find(({ code }) => code === game)!.family
      return ['big', 'small'].map((side) => {
        const { stake, ...bet } = chosen(`${plays[family]} ${side} 1.00`)
        const { drawId, rules } = period
        return JSON.stringify({ drawId, rules, bets: [{ ...bet, stake: formatCents(stake) }] })
      })
    })
    if (bodies.length >= 8) return bodies
    await sleep(1_000)
  }
}

/** What writing one bet's row takes, as part of 256 that are rolled back: batches do it while they hold the draws. */
async function timeRows(owner: Client): Promise<number> {
  // Once, because finding them takes much longer than writing them.
  await owner.query(
    'create temporary table newest as select * from bet order by draws_at desc, period_id, seq limit 256',
  )
  const took: number[] = []
  for (let round = 0; round < 40; round++) {
    await owner.query('begin')
    const startedMs = performance.now()
    const { rowCount } = await owner.query(copyRows, [1_000_000_000 + round])
    took.push((1_000 * (performance.now() - startedMs)) / rowCount!)
    await owner.query('rollback')
  }
  return median(took)
}

const copyRows = `insert into bet (draws_at, period_id, seq, account_id, key, place_in_slip, play, selection, line_count, stake,
    odds, at, log_size, salt)
  select draws_at, period_id, $1::integer + seq, account_id, gen_random_uuid(), place_in_slip, play, selection, line_count, stake,
    odds, at, log_size, gen_random_uuid()
  from newest`

type Seen = Readonly<Record<'one worker' | 'two workers', readonly Turn[]>>

const usual = (turns: readonly Turn[], what: keyof Turn) => median(turns.map((turn) => turn[what]))

function tell({ figure }: Report, seen: Seen): void {
  const of = (what: keyof Turn) => ({
    value: usual(seen['two workers'], what),
    against: { name: 'one worker', value: usual(seen['one worker'], what) },
  })
  figure({ name: 'bets over HTTP with two workers', ...of('perSecond'), unit: '1/s' })
  figure({ name: 'processor time of the app for one', ...of('appUs'), unit: 'µs' })
  figure({ name: 'processor time of PostgreSQL for one', ...of('databaseUs'), unit: 'µs' })
  figure({ name: 'processor time of the load for one', ...of('loadUs'), unit: 'µs' })
  figure({ name: 'bets in a batch', ...of('batch'), unit: '' })
  figure({ name: 'flush of the write-ahead log', ...of('flushUs'), unit: 'µs' })
}

const stations = { app: 'the workers', database: 'PostgreSQL’s processors', lock: 'the lock of a draw' } as const

/** What the parts, as measured with one worker, come to on machines with more cores. */
function plan({ figure }: Report, { turns, rowUs }: { turns: readonly Turn[]; rowUs: number }): void {
  const second = (us: number) => us / 1e6
  const parts: Parts = {
    app: second(usual(turns, 'appUs')),
    database: second(usual(turns, 'databaseUs')),
    underLock: second(rowUs),
    flush: second(usual(turns, 'flushUs')),
  }
  figure({ name: 'row of one bet, under the lock of its draw', value: rowUs, unit: 'µs' })
  for (const cores of [16, 64]) {
    const { workers: count, most, first, batch, waits } = planFor(cores, parts)
    const on = `${cores} cores, ${count} workers`
    for (const station of Object.keys(stations) as (keyof typeof stations)[])
      figure({ name: `${on}: ${stations[station]}`, value: most[station], unit: '1/s' })
    figure({ name: `${on}: first is ${stations[first]}, at`, value: most[first], unit: '1/s' })
    figure({ name: `${on}: batch at half of it`, value: batch, unit: 'bets' })
    figure({ name: `${on}: wait for it at half of it`, value: 1_000 * waits, unit: 'ms' })
  }
}
