import { performance } from 'node:perf_hooks'
import { openBatches } from '#server/features/bets/placing/batches'
import { payRebates } from '#server/features/bets/rebates/pay-rebates'
import { payBatches, usualBatch } from '#server/features/bets/settling/settle-period'
import { balanceOf } from '#server/services/ledger/balances'
import { reconcile } from '#server/services/ledger/reconcile'
import { benchDraw, type BetHouse, openBetHouse, someSlip } from './bet-house.ts'
import type { Bench } from './figure.ts'
import { latencies } from './plain.ts'

/** `BENCH_BETS=1000000` for the long run. */
const many = Number(process.env.BENCH_BETS ?? 100_000)
const players = 50_000

/** Pays a draw's winners, beside COPY of as many bets into a table without an index. */
export const settle: Bench = async ({ figure, progress }) => {
  const house = await openBetHouse({ players, periods: 8 })
  const seconds = new Map<string, number>()
  let used = 0
  for (const count of [many / 10, many, 3 * many]) {
    for (const share of [10, 50] as const) {
      const periodId = house.periodIds[used++]!
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
  const again = house.periodIds[used++]!
  await fill(house, again, many)
  const one = (seconds.get(`${many} 10`)! + (await pay(house, again, 10))) / 2
  figure({
    name: 'three times as many',
    value: seconds.get(`${3 * many} 10`)!,
    unit: 's',
    against: { name: 'once', value: one },
    goal: { most: 3.3 },
  })
  const periodId = house.periodIds[used]!
  await fill(house, periodId, many)
  house.periodIds = [house.periodIds[0]!]
  progress('bets of the same players meanwhile')
  const batches = openBatches(house.app)
  const place = async (at: number) => {
    const { outcome } = await batches.place(someSlip(house, at), benchDraw)
    if (outcome !== 'accepted') throw new Error(`a bet was refused: ${outcome}`)
  }
  await latencies({ rate: 2_000, seconds: 2 }, place)
  const alone = await latencies({ rate: 2_000, seconds: 2 }, place)
  const paying = pay(house, periodId, 10)
  const { p99 } = await latencies({ rate: 2_000, seconds: Math.max(1, one) }, place)
  await paying
  figure({ name: 'p99 of 2,000 bets/s before', value: alone.p99, unit: 'ms' })
  figure({ name: 'p99 of 2,000 bets/s meanwhile', value: p99, unit: 'ms', goal: { most: 25 } })
  progress('rebates of the same draw')
  await house.owner.query('set session_replication_role = replica')
  await house.owner.query(
    `update period set status = 'drawn', outcome = '{1,2,3,4,5,6,7,8,9,10}', closed_at = now(), ended_at = now(), settled_at = now(),
      bets = $2, stake_total = 100 * $2 where id = $1`,
    [periodId, many],
  )
  await house.owner.query('reset session_replication_role')
  const startedMs = performance.now()
  const drawn = await house.app.db.query
    .selectFrom('period')
    .select(['id', 'draws_at', 'game', 'day'])
    .where('id', '=', periodId)
    .executeTakeFirstOrThrow()
  const rebating = payRebates(house.app, drawn, { result: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] })
  const late = await latencies({ rate: 2_000, seconds: Math.max(1, one) }, place)
  await rebating
  figure({ name: `rebates of ${many} bets`, value: (performance.now() - startedMs) / 1000, unit: 's' })
  figure({ name: 'p99 of 2,000 bets/s meanwhile, rebates', value: late.p99, unit: 'ms' })
  const { difference } = await reconcile(house.app.db.query)
  if (difference !== 0n) throw new Error(`the books are off by ${difference}`)
  await house.close()
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
