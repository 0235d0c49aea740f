import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { Client } from 'pg'
import { stakeOf } from '#core/games/bets'
import { playCode } from '#core/games/market'
import { openBatches } from '#server/features/bets/placing/batches'
import { placeBatch } from '#server/features/bets/placing/place-batch'
import { signBatch } from '#server/features/bets/receipts'
import { askTogether } from '#server/db/together'
import { auditLedger } from '#server/services/ledger/audit'
import { benchDraw, type BetHouse, openBetHouse, someBet, someSlip } from './bet-house.ts'
import { copyIn } from './copy-in.ts'
import { type Bench, median } from './figure.ts'
import { latencies, perSecond, preparePlain, slowShare, syncP99, tpcb } from './plain.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 3)
const rounds = 3
/** `BENCH_BETS=5000000` for the long run. */
const many = Number(process.env.BENCH_BETS ?? 500_000)

/** Durable bets a second through the batching queue, beside other work of the same server in the same run. */
export const bets: Bench = async ({ figure, progress }) => {
  const house = await openBetHouse({ players: 10_000 })
  const [first, second, copiedTo, filled] = house.periodIds
  house.periodIds = [first!, second!]
  await preparePlain(house.owner)
  const { app } = house
  const batches = openBatches(app)
  const place = (player?: number) => async (at: number) => {
    const { outcome } = await batches.place(someSlip(house, at, player), benchDraw)
    if (outcome !== 'accepted') throw new Error(`a bet was refused: ${outcome}`)
  }
  const waiting = (clients: number, player?: number) => () => perSecond({ clients, seconds }, place(player))
  progress('256 players waiting, on an empty table')
  const empty = await waiting(256)()
  const copies = await openCopies(house, copiedTo!)
  // Alternated and repeated: a shared machine's speed changes from minute to minute.
  const ways = {
    'TPC-B-like, 32 clients': () => perSecond({ clients: 32, seconds }, () => tpcb(app.db)),
    'bets, 32 waiting': waiting(32),
    'bets, 256 waiting': waiting(256),
    'bets, 1,024 waiting': waiting(1_024),
    'bets, one a transaction': () =>
      perSecond({ clients: 32, seconds }, (at) => placeBatch(app, [someSlip(house, at)])),
    'one COPY of the same rows, 512 a transaction': () => copies.perSecond({ seconds, connections: 1 }),
    'two such COPY at once': () => copies.perSecond({ seconds, connections: 2 }),
    'bets, 512 waiting': waiting(512),
    'bets of one hot player, 512 waiting': waiting(512, 0),
  } as const
  type Way = keyof typeof ways
  const seen = new Map<Way, number[]>()
  for (let round = 1; round <= rounds; round++) {
    for (const [name, measure] of Object.entries(ways) as [Way, () => Promise<number>][]) {
      progress(`${name}, ${round} of ${rounds}`)
      seen.set(name, [...(seen.get(name) ?? []), await measure()])
    }
  }
  await copies.close()
  const compare = (name: Way, other: Way, least?: number) => {
    const [value, against] = [median(seen.get(name)!), { name: other, value: median(seen.get(other)!) }]
    figure({ name, value, unit: '1/s', against, ...(least && { goal: { least } }) })
  }
  compare('bets, 256 waiting', 'TPC-B-like, 32 clients', 10)
  compare('bets, 32 waiting', 'TPC-B-like, 32 clients')
  compare('bets, 1,024 waiting', 'TPC-B-like, 32 clients', 10)
  compare('bets, one a transaction', 'TPC-B-like, 32 clients')
  compare('bets, 512 waiting', 'one COPY of the same rows, 512 a transaction', 0.95)
  compare('two such COPY at once', 'one COPY of the same rows, 512 a transaction')
  compare('bets of one hot player, 512 waiting', 'bets, 512 waiting', 0.95)
  progress('10,000 bets a second')
  const late = await latencies({ rate: 10_000, seconds }, place())
  figure({ name: 'p50 at 10,000 bets/s', value: late.p50, unit: 'ms' })
  figure({ name: 'p99 at 10,000 bets/s', value: late.p99, unit: 'ms', goal: { most: 8 } })
  progress('10,000 empty queries a second')
  const nothing = askTogether(async (asked: readonly number[]) => {
    await app.db.bettingPool.query('select 1')
    return asked
  })
  const machine = await latencies({ rate: 10_000, seconds }, async (at) => void (await nothing(at)))
  figure({ name: 'p99 at 10,000/s of what asks for nothing', value: machine.p99, unit: 'ms' })
  progress('the disk alone')
  figure({ name: 'p99 of the disk alone, for whoever comes', value: await syncP99(4 * seconds), unit: 'ms' })
  progress('the processor alone')
  figure({ name: 'time in which the processor is three times slower', value: 100 * slowShare(4 * seconds), unit: '%' })
  progress(`${many} bets in the table`)
  await fill(house, filled!)
  const full = await waiting(256)()
  figure({
    name: `bets with ${many} there`,
    value: full,
    unit: '1/s',
    against: { name: 'with none', value: empty },
    goal: { least: 0.6 },
  })
  progress('a player with limits')
  figure({ name: 'a bet of who has six limits and 6,000 bets today', ...(await limited(house, place)) })
  for (const size of [1, 8, 32, 256])
    figure({
      name: `processor time of a receipt, ${size} at once`,
      value: receiptMicros(app, size),
      unit: 'µs',
      ...(size === 256 && { goal: { most: 6 } }),
    })
  progress('audit')
  const problems = (await auditLedger(app.db.longRunning)).filter((each) => !isOfCopies(each))
  if (problems.length > 0) throw new Error(problems.join('\n'))
  await house.close()
}

/** Whether an audit finding is about rows that this benchmark wrote by COPY, past the functions that keep the ledger. */
const isOfCopies = (problem: string) => /house:copied|:000[34] /.test(problem)

/** Signing, hashing and writing the receipts of batches of this size, for each bet. */
function receiptMicros(app: Parameters<typeof signBatch>[0], size: number): number {
  const head = { size: 1_000_000, root: Buffer.alloc(32) }
  const atMs = Date.now()
  const batchOf = (first: number) => ({
    id: randomUUID(),
    atMs,
    head,
    bets: Array.from({ length: size }, (_, at) => ({
      drawId: benchDraw,
      seq: first + at,
      bet: someBet(first + at),
      atMs,
      salt: randomUUID(),
    })),
  })
  const batches = Array.from({ length: Math.ceil(20_000 / size) }, (_, at) => batchOf(at * size))
  for (const batch of batches.slice(0, 50)) signBatch(app, batch)
  const before = process.cpuUsage()
  for (const batch of batches) signBatch(app, batch)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / (batches.length * size)
}

/** Places one bet at a time for a player with limits: what the limits have used up is summed for each, while the batch waits. */
async function limited(house: BetHouse, place: (player: number) => (at: number) => Promise<void>) {
  // The first player is the hot one.
  await Promise.all(Array.from({ length: 6_000 }, (_, at) => place(1)(at)))
  const { id } = house.players[1]!
  await house.owner.query(
    `insert into play_limit (player_id, kind, span, amount, asked_at, confirmed_at)
    select $1, kind, span, 100000000000, now(), now()
    from unnest('{stake,loss}'::text[]) kind, unnest('{day,week,month}'::text[]) span`,
    [id],
  )
  await house.owner.query('update player set is_limited = true where id = $1', [id])
  await house.owner.query('analyze')
  const took = async (player: number) => {
    const times: number[] = []
    for (let at = 0; at < 31; at++) {
      const startedMs = performance.now()
      await place(player)(at)
      times.push(performance.now() - startedMs)
    }
    return median(times)
  }
  return { value: await took(1), unit: 'ms', against: { name: 'of who has none', value: await took(2) } }
}

/** Writes the rows of bets by COPY, into the same tables with all their indexes and triggers, over one connection or two. */
async function openCopies(house: BetHouse, periodId: number) {
  const { rows } = await house.owner.query<{ id: string }>(
    `insert into account (ref) select 'house:copied' || n from generate_series(1, 10000) n returning id`,
  )
  const someAccount = () => rows[Math.floor(Math.random() * rows.length)]!.id
  const { rows: period } = await house.owner.query<{ draws_at: string }>(
    `select draws_at::text from period where id = $1`,
    [periodId],
  )
  const clients = await Promise.all(
    [0, 1].map(async () => {
      const client = new Client({
        host: house.owner.host,
        port: house.owner.port,
        user: 'postgres',
        database: 'clearball',
        password: house.owner.password as string,
      })
      await client.connect()
      return client
    }),
  )
  let seq = 100_000_000
  const copy = async (client: Client) => {
    const batch = Array.from({ length: 512 }, () => ({
      seq: seq++,
      account: house.players[seq % house.players.length]!.account,
    }))
    const number = 1_000_000_000 + seq
    const now = new Date().toISOString()
    const bet = someBet(seq)
    const entries = batch.map(() => `${now}\t${number}\t${someAccount()}\t-${stakeOf(bet)}\t\\N\t\\N`)
    entries.push(`${now}\t${number}\t${someAccount()}\t${stakeOf(bet) * 512n}\t\\N\t\\N`)
    const lines = batch.map(({ seq: at, account }) =>
      [
        period[0]!.draws_at,
        periodId,
        at,
        account,
        randomUUID(),
        0,
        playCode(bet.market, bet.position),
        bet.key,
        1,
        stakeOf(bet),
        bet.oddsHundredths,
        now,
        0,
        randomUUID(),
      ].join('\t'),
    )
    await client.query('begin')
    await client.query(
      `insert into transfer (number, id, kind, at) overriding system value values ($1, gen_random_uuid(), 'bet', $2)`,
      [number, now],
    )
    await copyIn(
      client,
      'copy entry (at, transfer_number, account_id, amount, balance_before, balance_after) from stdin',
      entries.join('\n') + '\n',
    )
    await copyIn(
      client,
      'copy bet (draws_at, period_id, seq, account_id, key, place_in_slip, play, selection, line_count, stake, odds, at, log_size, salt) from stdin',
      lines.join('\n') + '\n',
    )
    await client.query('commit')
  }
  return {
    perSecond: async (load: { seconds: number; connections: number }) => {
      let copied = 0
      const startedMs = performance.now()
      const isTime = () => performance.now() - startedMs < load.seconds * 1000
      await Promise.all(
        clients.slice(0, load.connections).map(async (client) => {
          for (; isTime(); copied += 512) await copy(client)
        }),
      )
      return copied / ((performance.now() - startedMs) / 1000)
    },
    close: async () => {
      for (const client of clients) await client.end()
    },
  }
}

/** Adds many bets of another period, in one statement, so that indexes are deep and every player has a long list. */
async function fill(house: BetHouse, periodId: number): Promise<void> {
  await house.owner.query(
    `insert into bet select draws_at, period.id, 200000000 + n, (select min(id) from account) + n % 10000, gen_random_uuid(), 0,
      'pk10.position_number@1', '1', 1, 100, 960, now(), 0, gen_random_uuid()
    from period, generate_series(1, $2::integer) n where period.id = $1`,
    [periodId, many],
  )
  // Autovacuum would do so after a while; the statistics change the query plans.
  await house.owner.query('analyze bet')
}
