import { sql } from 'kysely'
import type { Cents } from '#core/money/cents'
import { parseCents } from '#core/money/cents'
import { setPlayLimitHandler } from '#server/features/play-limits/play-limits'
import { placeBatch } from '#server/features/bets/placing/place-batch'
import { payBatches, usualBatch } from '#server/features/bets/settling/settle-period'
import { type BetHouse, someSlip } from '../bet-house.ts'

const hours = 30 * 24 - 1
const betsAnHour = 42

/** How many bets `liveThroughAMonth` places. */
export const betsOfAMonth = hours * betsAnHour

/**
 * Gives a player a month of bets, hour by hour: placed and paid by the functions that place and pay all bets, at their
 * moments in the past, so whatever they keep about a player is as it would be.
 */
export async function liveThroughAMonth(house: BetHouse, player: number): Promise<void> {
  const { app, owner } = house
  await owner.query(`select make_partitions('entry', now() - interval '2 months', 3)`)
  const draws = await seedPastDraws(house)
  const beganMs = Date.now() - (hours + 1) * 3_600_000
  for (let hour = 0; hour < hours; hour++) {
    const [periodId, hourMs] = [draws[hour]!, beganMs + hour * 3_600_000]
    const draw = { ...house, periodIds: [periodId] }
    const slips = Array.from({ length: betsAnHour }, (_, each) => someSlip(draw, each, player))
    const placed = await placeBatch(at(app, hourMs + 30 * 60_000), slips)
    if (placed.some(({ outcome }) => outcome !== 'accepted')) throw new Error('a past bet was refused')
    await payDraw(at(app, hourMs + 55 * 60_000), periodId)
  }
  await owner.query('set session_replication_role = replica')
  await owner.query(
    `update period set status = 'drawn', outcome = '{1,2,3,4,5,6,7,8,9,10}', closed_at = closes_at, ended_at = period.draws_at,
      settled_at = period.draws_at, bets = betting.bets, stake_total = betting.stakes
    from betting where period_id = period.id and period.id = any ($1)`,
    [draws],
  )
  await owner.query('reset session_replication_role')
  await owner.query('vacuum analyze')
}

/** Sets the six limits that a player can have, far above what is used, by the call that players use. */
export async function setAllLimits({ app, players }: BetHouse, player: number): Promise<void> {
  const amount: Cents = parseCents('1000000000.00')!
  const caller = { playerId: players[player]!.id }
  for (const kind of ['stake', 'loss'] as const)
    for (const span of ['day', 'week', 'month'] as const)
      await app.db.query.transaction().execute(async (tx) => {
        const context = { input: { kind, span, amount }, caller, tx, nowMs: app.clock.nowMs() }
        await setPlayLimitHandler.run(context as unknown as Parameters<typeof setPlayLimitHandler.run>[0])
      })
}

/** What is counted against the player's limits, of a month: to see that the bets count. */
export async function usedInAMonth({ app, players }: BetHouse, player: number): Promise<bigint> {
  const room = await sql<{ stake_left: bigint }>`
    select stake_left from play_room(${players[player]!.id}, ${new Date(app.clock.nowMs())})`.execute(app.db.query)
  return parseCents('1000000000.00')! - room.rows[0]!.stake_left
}

const at = (app: BetHouse['app'], nowMs: number): BetHouse['app'] => ({
  ...app,
  clock: { ...app.clock, nowMs: () => nowMs },
})

/** Draws of the last month, one in each hour, that take bets in the first three quarters of their hour. */
async function seedPastDraws({ owner }: BetHouse): Promise<number[]> {
  await owner.query('set session_replication_role = replica')
  const { rows } = await owner.query<{ id: number }>(
    `insert into period (draw_id, game, day, number, issue, opens_at, closes_at, draws_at, chain_hash, round, round_at, rules_hash,
      commit, secret_sealed, schedule_seq)
    select 'speed_racing:20250101:' || lpad(n::text, 4, '0'), 'speed_racing', '20250101', n, n::text, hour, hour + interval '45 min',
      hour + interval '50 min', '', 1, hour + interval '50 min', rules_hash, '', '', schedule_seq
    from (select rules_hash, schedule_seq from period limit 1) one, generate_series(1, $1::integer) n
    cross join lateral (select now() - ($1::integer + 2 - n) * interval '1 hour' as hour) begun
    order by hour returning id`,
    [hours],
  )
  await owner.query('reset session_replication_role')
  const draws = rows.map(({ id }) => id)
  await owner.query('select open_betting(id) from unnest($1::integer[]) id', [draws])
  return draws
}

/** Pays the winners as if every number had come first, so that one bet in ten wins. */
async function payDraw(app: BetHouse['app'], periodId: number): Promise<void> {
  const period = await app.db.query
    .selectFrom('period')
    .selectAll()
    .where('id', '=', periodId)
    .executeTakeFirstOrThrow()
  const winnings = Array.from({ length: 10 }, (_, number) => ({
    play: 'pk10.position_number@1',
    selection: String(number + 1),
    won: 1,
  }))
  await payBatches(
    app,
    { period, leaseNumber: period.lease_number },
    { kind: 'payout', winnings, batchSize: usualBatch, bets: null },
  )
}
