import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportGames } from '#contract/console/reports'
import { showHouseNow } from '#contract/console/figures/house-now'
import { type OperatorRole, operatorRoles } from '#contract/ops'
import { sendMessage } from '#contract/service/chat'
import { bookOf, payoutsOf } from '#core/rules/exposure'
import { acceptedBet } from '#core/games/bets'
import { beat } from '../../services/node/beat.ts'
import { bet, chosen, periodNow } from '../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'

let house: DrawHouse
beforeAll(async () => {
  house = await openDrawHouse()
})
afterAll(() => house.close())

const now = async (role: OperatorRole) => {
  // The answer is made at most once a second, by a clock that stands still in tests.
  house.clock.forward(1_000)
  return (await house.signedIn(role)).call(showHouseNow, {})
}

test('each role gets the parts that it may see, and null for the others', async () => {
  const seen = Object.fromEntries(
    await Promise.all(
      operatorRoles.map(async (role) => {
        const parts = await (await house.signedIn(role)).call(showHouseNow, {})
        return [role, Object.keys(parts).filter((part) => parts[part as keyof typeof parts] !== null)]
      }),
    ),
  ) as Record<OperatorRole, string[]>
  const ofHouse = ['draws', 'beacon', 'witnesses', 'owed']
  expect(seen).toEqual({
    support: ['now', 'players', 'chats', ...ofHouse],
    reviewer: ['now', 'players'],
    finance: ['now', 'money', 'players', ...ofHouse],
    risk: ['now', 'money', 'players', ...ofHouse],
    admin: ['now', 'money', 'players', ...ofHouse],
    auditor: ['now', 'money', 'players', 'chats', ...ofHouse],
  })
})

test('an open draw shows its bets and stakes, and never less than the most that it could pay', async () => {
  const an = await house.player({ balance: '500.00', certified: true })
  const { drawId, rules } = await periodNow(an, 'k3_10m')
  const bets = ['k3.sum_big_small big 7.00', 'k3.sum_big_small small 3.00', 'k3.sum_odd_even odd 5.55']
  await bet(an, { drawId, rules }, { bets })
  const { draws } = await now('risk')
  const shown = draws!.find((each) => each.drawId === drawId)!
  const { most } = payoutsOf(
    bookOf(
      'k3',
      bets.map(chosen).map((each) => acceptedBet(each)),
    ),
  )
  expect(shown).toMatchObject({ game: 'k3_10m', bets: 3, stakes: 1555n })
  expect(shown.worst).toBeGreaterThanOrEqual(most)
  expect(shown.worst).toBeLessThanOrEqual(shown.payoutMost)
  expect(draws![0]!.drawId).toBe(drawId)
  expect(draws).toHaveLength(9)
})

test('the money of the day is what the report of the day says, with the result against its band', async () => {
  const day = new Date(house.clock.nowMs()).toISOString().slice(0, 10)
  const owner = new Client({ connectionString: house.databaseUrl('clearball_owner') })
  await owner.connect()
  await owner.query(
    `insert into game_day (day, game, draws, bets, stakes, paid, expected, squares, rebates, returned)
    values ($1, 'k3_5m', 80, 300, 1000000, 950000, 970000, 1000, 0, 0), ($1, 'ssc_5m', 70, 200, 500000, 600000, 485000, 2000, 0, 0)`,
    [day],
  )
  await owner.end()
  const { money } = await now('finance')
  const { games } = await (await house.signedIn('finance')).call(reportGames, { from: day, until: day })
  const sum = (of: 'turnover' | 'payouts') => games.reduce((all, each) => all + each[of], 0n)
  expect(money).toMatchObject({ day, draws: 150, bets: 500, turnover: sum('turnover'), payouts: sum('payouts') })
  // 1,500,000 staked and 1,550,000 paid, where 1,455,000 was expected: three times the root of 3000 dollars squared is 164.32 dollars.
  expect(money).toMatchObject({ hold: -333, expectedHold: 300, band: 110, isOutside: true })
})

test('counts the players who are connected and the conversations that are open', async () => {
  const an = await house.player()
  await an.call(sendMessage, { text: 'hello' }, randomUUID())
  const stopping = new AbortController()
  const streams = [
    await an.fetch('/api/v1/events', { signal: stopping.signal }),
    await an.fetch('/api/v1/events', { signal: stopping.signal }),
  ]
  expect(streams.map(({ status }) => status)).toEqual([200, 200])
  await beat(house.app)
  const { players, chats } = await now('auditor')
  expect(players).toEqual({ online: 1 })
  expect(chats).toMatchObject({ waiting: 1, open: 0 })
  stopping.abort()
  for (let tries = 0; tries < 50 && house.app.hub.players() > 0; tries++) await sleep(20)
  await beat(house.app)
  expect((await now('auditor')).players).toEqual({ online: 0 })
})

test('however many operators ask, a node makes the answer once a second; a failure is not kept', async () => {
  house.clock.forward(1_000)
  const auditor = await house.signedIn('auditor')
  const made = new Set<unknown>()
  for (let count = 0; count < 5; count++) {
    await Promise.all([auditor.call(showHouseNow, {}), auditor.call(showHouseNow, {})])
    made.add(house.app.memory.houseNow!.made)
  }
  expect(made.size).toBe(1)
  house.clock.forward(1_000)
  await auditor.call(showHouseNow, {})
  expect(house.app.memory.houseNow!.made).not.toBe([...made][0])
})
