import { createHash } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { betsFile } from '#core/fairness/bets'
import { appendLeaf, emptyTree, leafHash } from '#core/fairness/merkle'
import { betsOfPeriod } from '#server/features/bets/bets-of-period'
import { payRebates } from '#server/features/bets/rebates/pay-rebates'
import { payBatches, readBets, usualBatch } from '#server/features/bets/settling/settle-period'
import { openRunningBets } from '#server/features/draws/tally-bets'
import { balanceOf } from '#server/services/ledger/balances'
import { reconcile } from '#server/services/ledger/reconcile'
import { sha256 } from '#server/world/sha256'
import type { RunningBets } from '#server/world/members/running-bets'
import { type BetHouse, openBetHouse } from './bet-house.ts'
import { fillUp, underLock } from './closing/close.ts'
import type { Bench, Report } from './figure.ts'
import { beside } from './settling/beside.ts'

/** `BENCH_BETS=1000000` for the long run. */
const many = Number(process.env.BENCH_BETS ?? 100_000)
const players = 50_000

/** Pays a draw's winners, beside COPY of as many bets into a table without an index, and beside bets of the same players. */
export const settle: Bench = async (report) => {
  const house = await openBetHouse({ players, periods: 12 })
  await reading(house, report)
  await alone(house, report)
  await besideBets(house, report)
  const { difference } = await reconcile(house.app.db.query)
  if (difference !== 0n) throw new Error(`the books are off by ${difference}`)
  await house.close()
}

/** How long settling takes, with nothing beside it. */
async function alone(house: BetHouse, { figure, progress }: Report): Promise<void> {
  const seconds = new Map<string, number>()
  const draws = [...house.periodIds]
  for (const count of [many / 10, many, 3 * many]) {
    for (const share of [10, 50] as const) {
      const periodId = draws.shift()!
      progress(`${count} bets`)
      await fill(house, periodId, count)
      const bare = await copyBare(house, periodId)
      progress(`${count} bets, ${share} % winners`)
      const took = await pay(house, periodId, share)
      seconds.set(`${count} ${share}`, took)
      figure({
        name: `${count} bets, ${share} % winners`,
        value: took,
        unit: 's',
        against: { name: 'COPY without indexes', value: bare },
        ...(count === many && share === 10 && { goal: { most: 1 } }),
      })
    }
  }
  // Measured before and after: a shared machine's speed changes from minute to minute.
  progress(`${many} bets once more`)
  const again = draws.shift()!
  await fill(house, again, many)
  const one = (seconds.get(`${many} 10`)! + (await pay(house, again, 10))) / 2
  figure({
    name: 'three times as many',
    value: seconds.get(`${3 * many} 10`)!,
    unit: 's',
    against: { name: 'once', value: one },
    goal: { most: 3.3 },
  })
  house.periodIds = draws
}

/** What settling, rebates and closing cost those who bet meanwhile. */
async function besideBets(house: BetHouse, report: Report): Promise<void> {
  const [settled, closing, ...open] = house.periodIds
  house.periodIds = open
  await fill(house, settled!, many)
  const paying = { name: `settling ${many}`, work: () => settleAll(house, settled!) }
  report.figure({ name: `${paying.name} beside bets`, value: await beside(house, paying, report), unit: 's' })
  await markDrawn(house, settled!)
  const rebating = { name: `rebates of ${many}`, work: () => rebate(house, settled!) }
  report.figure({ name: `${rebating.name} beside bets`, value: await beside(house, rebating, report), unit: 's' })
  await fillUp(house, closing!, { from: 0, count: many })
  const trees = openRunningBets()
  await trees.tally(house.app.db.query, closing!)
  await beside(house, { name: `closing draws of ${many}`, work: () => closeOften(house, trees, closing!) }, report)
}

/** Reads, hashes, pays and announces the bets of a draw as settling does, up to where the record is written. */
async function settleAll(house: BetHouse, periodId: number): Promise<void> {
  const { app } = house
  await readBets(app.db.query, periodId)
  await pay(house, periodId, 10)
  await sql`select tell_players('bets.changed', '{}', players_of_period(${periodId}), now())`.execute(app.db.query)
}

/** The processor time of this thread for reading and hashing the bets of a draw: meanwhile it answers nobody. */
async function reading(house: BetHouse, { figure }: Report): Promise<void> {
  const { query } = house.app.db
  const [periodId, ...others] = house.periodIds
  house.periodIds = others
  await fill(house, periodId!, many)
  const spent = async (read: () => Promise<unknown>) => {
    const before = process.threadCpuUsage()
    await read()
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000_000
  }
  const asCore = async () => {
    const hash = createHash('sha256')
    let tree = emptyTree
    for await (const batch of betsOfPeriod(query, periodId!)) {
      const file = betsFile(batch)
      hash.update(file)
      for (const line of file.trimEnd().split('\n'))
        tree = appendLeaf(tree, leafHash(Buffer.from(line), sha256), sha256)
    }
    return hash.digest()
  }
  // Warmed up, so that neither pays for compiling.
  for (const read of [() => readBets(query, periodId!), asCore]) await read()
  figure({
    name: `reading ${many} bets before they are paid`,
    value: await spent(() => readBets(query, periodId!)),
    unit: 's',
    against: { name: 'with lines that core writes', value: await spent(asCore) },
    goal: { most: 0.5 },
  })
}

/** Closes a draw of many bets twice a second, which gets as many new ones in between as are placed beside it. */
async function closeOften(house: BetHouse, trees: RunningBets, periodId: number): Promise<void> {
  for (let time = 0; time < 20; time++) {
    await fillUp(house, periodId, { from: many + time * 1_000, count: 1_000 })
    await trees.tally(house.app.db.query, periodId)
    await underLock(house, trees, periodId)
    await sleep(500)
  }
}

async function markDrawn({ owner }: BetHouse, periodId: number): Promise<void> {
  await owner.query('set session_replication_role = replica')
  await owner.query(
    `update period set status = 'drawn', outcome = '{1,2,3,4,5,6,7,8,9,10}', closed_at = now(), ended_at = now(), settled_at = now(),
      bets = $2, stake_total = 100 * $2 where id = $1`,
    [periodId, many],
  )
  await owner.query('reset session_replication_role')
}

async function rebate({ app }: BetHouse, periodId: number): Promise<void> {
  const drawn = await app.db.query
    .selectFrom('period')
    .select(['id', 'draws_at', 'game', 'day'])
    .where('id', '=', periodId)
    .executeTakeFirstOrThrow()
  await payRebates(app, drawn, { result: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] })
}

/** Adds bets of all players in turn, in one statement, with their stakes in the ledger. */
async function fill({ owner }: BetHouse, periodId: number, count: number): Promise<void> {
  await owner.query('set session_replication_role = replica')
  await owner.query(
    `insert into bet select draws_at, period_id, n, (select min(id) from account) + (n * 7919::bigint) % ${players},
      gen_random_uuid(), 0, 'pk10.position_number@1', (1 + n % 10)::text, 1, 100, 980, now(), 0, gen_random_uuid()
    from betting, generate_series(0, $2::integer - 1) n where period_id = $1`,
    [periodId, count],
  )
  // The stakes come from the outside world here, as one entry.
  await owner.query(
    `with made as (insert into transfer (id, kind, at) values (gen_random_uuid(), 'demo_grant', now()) returning number)
    insert into entry (at, transfer_number, account_id, amount)
      select now(), number, account_id, 100 * $2::bigint from made, betting where period_id = $1
      union all select now(), number, id, -100 * $2::bigint from made, account where ref = 'world:demo'`,
    [periodId, count],
  )
  await owner.query('update betting set bets = $2 where period_id = $1', [periodId, count])
  await owner.query('reset session_replication_role')
  await owner.query('vacuum analyze bet')
  await owner.query('checkpoint')
}

async function copyBare({ owner }: BetHouse, periodId: number): Promise<number> {
  const { rows } = await owner.query(`select current_setting('data_directory') || '/bench.copy' as file`)
  await owner.query(`copy (select * from bet where period_id = ${periodId}) to '${rows[0].file}'`)
  await owner.query('create table bare (like bet)')
  const startedMs = performance.now()
  await owner.query(`copy bare from '${rows[0].file}'`)
  const took = (performance.now() - startedMs) / 1000
  await owner.query('drop table bare')
  await owner.query('checkpoint')
  return took
}

async function pay({ app }: BetHouse, periodId: number, share: 10 | 50): Promise<number> {
  const period = await app.db.query
    .selectFrom('period')
    .selectAll()
    .where('id', '=', periodId)
    .executeTakeFirstOrThrow()
  const winnings = Array.from({ length: share / 10 }, (_, at) => ({
    play: 'pk10.position_number@1',
    selection: String(at + 1),
    won: 1,
  }))
  const startedMs = performance.now()
  await payBatches(
    app,
    { period, leaseNumber: period.lease_number },
    { kind: 'payout', winnings, batchSize: usualBatch, bets: null },
  )
  const took = (performance.now() - startedMs) / 1000
  if ((await balanceOf(app.db.query, `period:${period.draw_id}:stakes`)) !== 0n)
    throw new Error('a settled period holds something')
  return took
}
