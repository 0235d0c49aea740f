import { performance } from 'node:perf_hooks'
import { openRunningBets } from '#server/features/draws/tally-bets'
import { shutPeriod } from '#server/features/draws/period-lock'
import type { RunningBets } from '#server/world/members/running-bets'
import { type BetHouse, openBetHouse } from '../bet-house.ts'
import { type Bench, median } from '../figure.ts'

const sizes = [1_000, 100_000, 1_000_000] as const
/** What comes in within the second since the last running head. */
const fresh = 1_000
const rounds = 15

/** How long a draw's bets are locked while it closes: no bet can be placed on it meanwhile, and its round comes nearer. */
export const close: Bench = async ({ figure, progress }) => {
  const house = await openBetHouse({ players: 1_000, periods: sizes.length })
  const trees = openRunningBets()
  for (const [at, size] of sizes.entries()) {
    progress(`${size} bets`)
    await fillUp(house, house.periodIds[at]!, { from: 0, count: size })
    const startedMs = performance.now()
    await trees.tally(house.app.db.query, house.periodIds[at]!)
    figure({ name: `the tree of ${size} bets from nothing`, value: performance.now() - startedMs, unit: 'ms' })
  }
  const taken = sizes.map((size) => size as number)
  const lockedMs = sizes.map((): number[] => [])
  // In turns: a shared machine's speed changes from minute to minute.
  for (let round = 0; round < rounds; round++) {
    progress(`closing, round ${round + 1} of ${rounds}`)
    for (const at of sizes.keys()) {
      await fillUp(house, house.periodIds[at]!, { from: taken[at]!, count: fresh })
      taken[at]! += fresh
      lockedMs[at]!.push(await underLock(house, trees, house.periodIds[at]!))
    }
  }
  const [smallest, ...larger] = lockedMs.map(median)
  figure({ name: `under the lock, ${sizes[0]} bets`, value: smallest!, unit: 'ms' })
  for (const [at, value] of larger.entries()) {
    figure({
      name: `under the lock, ${sizes[at + 1]} bets`,
      value,
      unit: 'ms',
      against: { name: `${sizes[0]} bets`, value: smallest! },
      goal: { most: 2 },
    })
  }
  await house.close()
}

/** As closing does it, up to where the record is written; then it is undone. */
export async function underLock({ app }: BetHouse, trees: RunningBets, periodId: number): Promise<number> {
  let tookMs = 0
  const undone = new Error('undone')
  await app.db.query
    .transaction()
    .execute(async (tx) => {
      const startedMs = performance.now()
      await shutPeriod(tx, periodId)
      await trees.tally(tx, periodId)
      tookMs = performance.now() - startedMs
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  return tookMs
}

export async function fillUp({ owner }: BetHouse, periodId: number, { from, count }: { from: number; count: number }) {
  await owner.query('set session_replication_role = replica')
  await owner.query(
    `insert into bet select draws_at, period_id, n, (select min(id) from account), gen_random_uuid(), 0, 'pk10.position_number@1',
      (1 + n % 10)::text, 1, 100, 980, now(), 1, gen_random_uuid()
    from betting, generate_series($2::integer, $2::integer + $3::integer - 1) n where period_id = $1`,
    [periodId, from, count],
  )
  await owner.query('update betting set bets = $2::integer, stakes = 100 * $2::integer where period_id = $1', [
    periodId,
    from + count,
  ])
  await owner.query('reset session_replication_role')
  if (count > fresh) await owner.query('vacuum analyze bet')
}
