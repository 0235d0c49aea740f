import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportCohorts, reportGames, reportHours, reportPlayers } from '#contract/console/reports'
import { type House, openHouse } from '../../testing/open-house.ts'
import type { Visitor } from '../../testing/person.ts'
import { type RandomBet, writeRandomBets } from '../../testing/reports/random-bets.ts'
import { rollUpDuePeriods } from './roll-up.ts'
import { rollUpDuePlayers } from './roll-up-players.ts'

let house: House
let auditor: Visitor
let bets: RandomBet[]
let owner: Client

const dayMs = 24 * 3_600_000
const weekMs = 7 * dayMs
/** A Monday. */
const fromMs = Date.UTC(2026, 6, 27)
const nowMs = Date.UTC(2026, 10, 2, 4)

beforeAll(async () => {
  house = await openHouse({ atMs: nowMs, hasMadeUpMoney: true })
  auditor = await house.operator('auditor')
  owner = new Client({ connectionString: house.databaseUrl('clearball_owner') })
  owner.on('error', () => {})
  await owner.connect()
  bets = await writeRandomBets(house, 'sums', { fromMs, days: 98, players: 40, draws: 220 })
  await rollUp()
})
afterAll(async () => {
  await owner.end()
  await house.abandon()
})

/** As a job does, on connections whose time zone is that of some database elsewhere. */
async function rollUp(zone = 'America/New_York'): Promise<void> {
  while ((await rollUpDuePeriods(house.app)) > 0);
  const inZone = () =>
    house.app.db.query.transaction().execute(async (tx) => {
      await sql`select set_config('TimeZone', ${zone}, true)`.execute(tx)
      const db = { ...house.app.db, query: tx } as typeof house.app.db
      return rollUpDuePlayers({ ...house.app, db })
    })
  while ((await inZone()) > 0);
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const mondayOf = (ms: number) => dayOf(fromMs + Math.floor((ms - fromMs) / weekMs) * weekMs)

function summed(some: readonly RandomBet[]) {
  const [turnover, payouts] = [total(some.map(({ stake }) => stake)), total(some.map(({ payout }) => payout))]
  const hold = turnover === 0n ? null : Math.round((Number(turnover - payouts) / Number(turnover)) * 10_000)
  return { bets: some.length, turnover, payouts, grossRevenue: turnover - payouts, hold }
}

const total = (amounts: readonly bigint[]) => amounts.reduce((sum, each) => sum + each, 0n)

/** Ranges of one day, of a week, of all days, and some in between. */
const ranges = [
  [0, 0],
  [6, 6],
  [7, 7],
  [0, 6],
  [3, 40],
  [35, 97],
  [0, 97],
  [97, 97],
].map(([first, last]) => ({ from: dayOf(fromMs + first! * dayMs), until: dayOf(fromMs + last! * dayMs) }))

const drawnIn = ({ from, until }: { from: string; until: string }) =>
  bets.filter(({ drawsMs, isDrawn }) => isDrawn && dayOf(drawsMs) >= from && dayOf(drawsMs) <= until)

function groupsBy(some: readonly RandomBet[], nameOf: (bet: RandomBet) => string) {
  const groups = Map.groupBy(some, nameOf)
  return [...groups].map(([name, own]) => [name, summed(own)] as const).sort(([a], [b]) => (a < b ? -1 : 1))
}

const byName = <Row>(rows: readonly Row[], nameOf: (row: Row) => string) =>
  rows.map((row) => [nameOf(row), row] as const).sort(([a], [b]) => (a < b ? -1 : 1))

const ageOf = ({ drawsMs, player }: RandomBet) => {
  const ageMs = drawsMs - player.createdMs
  return ageMs < weekMs ? 'week' : ageMs < 30 * dayMs ? 'month' : 'older'
}

test.each(ranges)(
  'by hour, country, age of the account and inviter, every figure of $from to $until is the sum of its bets',
  async (range) => {
    const own = drawnIn(range)
    const { hours } = await auditor.call(reportHours, range)
    expect(hours).toEqual(
      Array.from({ length: 24 }, (_, hour) => {
        const some = own.filter(({ drawsMs }) => new Date(drawsMs).getUTCHours() === hour)
        return { hour, draws: new Set(some.map(({ drawId }) => drawId)).size, ...summed(some) }
      }),
    )
    const { countries, ages, inviters, otherInviters } = await auditor.call(reportPlayers, range)
    expect(byName(countries, ({ country }) => country)).toEqual(
      groupsBy(own, ({ player }) => player.country).map(([country, sums]) => [country, { country, ...sums }]),
    )
    expect(byName(ages, ({ age }) => age)).toEqual(groupsBy(own, ageOf).map(([age, sums]) => [age, { age, ...sums }]))
    const shown = byName(inviters, ({ inviter }) => inviter?.id ?? '')
    expect(
      shown.map(([id, { bets: number, turnover, payouts, grossRevenue, hold }]) => [
        id,
        { bets: number, turnover, payouts, grossRevenue, hold },
      ]),
    ).toEqual(groupsBy(own, ({ player }) => player.inviter ?? ''))
    expect(otherInviters).toBeNull()
    const { games } = await auditor.call(reportGames, range)
    expect(total(games.map(({ turnover }) => turnover))).toBe(total(hours.map(({ turnover }) => turnover)))
    expect(total(games.map(({ payouts }) => payouts))).toBe(total(hours.map(({ payouts }) => payouts)))
  },
)

/** The cohorts of the weeks that the range touches, from the bets alone. */
function cohortsOf({ from, until }: { from: string; until: string }) {
  const [firstMs, lastMs] = [Date.parse(mondayOf(Date.parse(from))), Date.parse(until)]
  const known = [...new Set(bets.map(({ player }) => player))]
  const cohorts = []
  for (let weekMsAt = firstMs; weekMsAt <= lastMs; weekMsAt += weekMs) {
    const week = dayOf(weekMsAt)
    const isOf = (ms: number | null): ms is number => ms !== null && mondayOf(ms) === week
    const own = bets.filter(
      ({ player: { firstTopUpMs }, drawsMs, isDrawn }) => isDrawn && isOf(firstTopUpMs) && firstTopUpMs <= drawsMs,
    )
    cohorts.push({
      week,
      players: known.filter(({ firstTopUpMs }) => isOf(firstTopUpMs)).length,
      after: [1, 4, 12].map((weeks) => {
        const laterMs = weekMsAt + weeks * weekMs
        const some = own.filter(({ drawsMs }) => mondayOf(drawsMs) === dayOf(laterMs))
        return { weeks, players: laterMs + weekMs > nowMs ? null : new Set(some.map(({ player }) => player)).size }
      }),
      ...summed(own),
    })
  }
  return cohorts
}

test.each(ranges)('cohorts of $from to $until count who still bets, and what they staked and won', async (range) => {
  const everybody = new Set(bets.map(({ player }) => player.id))
  // A player who never bet is in the size of a cohort as well.
  expect(everybody.size).toBe(40)
  expect((await auditor.call(reportCohorts, range)).cohorts).toEqual(cohortsOf(range))
})

const tables = ['game_hour', 'trait_day', 'player_week', 'cohort_week', 'first_top_up']
const rowsOf = async () => {
  const all = []
  for (const table of tables)
    all.push((await owner.query(`select ${table}::text as row from ${table} order by 1`)).rows)
  return all
}

test('sums that are thrown away are made again, the same in any time zone, and each draw is added once', async () => {
  const before = await rowsOf()
  await owner.query('select forget_player_sums()')
  expect((await owner.query('select from trait_day')).rowCount).toBe(0)
  await rollUp('Asia/Ho_Chi_Minh')
  expect(await rowsOf()).toEqual(before)
  const { rows } = await owner.query<{ id: number }>('select period_id as id from betting')
  await sql`select roll_up_players(${rows.map(({ id }) => id)}::integer[], now(), '[]')`.execute(house.app.db.query)
  expect(await rowsOf()).toEqual(before)
})

test('the app cannot write the sums by itself, nor throw them away', async () => {
  for (const statement of [
    ...tables.map((table) => `delete from ${table}`),
    `insert into trait_day values ('country', '2026-01-01', 'VN', 1, 1, 1)`,
    'select forget_player_sums()',
  ])
    await expect(sql.raw(statement).execute(house.app.db.query), statement).rejects.toMatchObject({ code: '42501' })
})
