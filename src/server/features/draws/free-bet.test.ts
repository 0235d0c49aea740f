import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listBets } from '#contract/play/bets'
import { currentDraws } from '#contract/play/draws'
import { type Family, games } from '#core/games/catalogue'
import { sumCents } from '#core/money/cents'
import { balanceOf } from '../../services/ledger/balances.ts'
import { bet } from '../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { failedSteps, verifyDraws } from '../../testing/draws/verify-draws.ts'
import type { Player } from '../../testing/person.ts'
import { closeDuePeriods } from './close-period.ts'

// Ten rounds of nine games.
vi.setConfig({ testTimeout: 240_000 })

const minuteMs = 60_000

/** Both sides of an even bet, in each kind of game. */
const coins: Readonly<Record<Family, readonly [string, string]>> = {
  k3: ['k3.sum_odd_even odd', 'k3.sum_odd_even even'],
  ssc: ['ssc.sum_odd_even odd', 'ssc.sum_odd_even even'],
  pk10: ['pk10.sum12_odd_even odd', 'pk10.sum12_odd_even even'],
  x11_5: ['x11_5.sum_odd_even odd', 'x11_5.sum_odd_even even'],
}

let house: DrawHouse
let an: Player
beforeAll(async () => {
  // An hour at which all nine games take bets; the limits are the default ones.
  house = await openDrawHouse({ atMs: Date.UTC(2026, 10, 2, 6, 0, 1) })
  an = await house.player({ balance: '9000.00', certified: true })
})
afterAll(() => house.close())

const balance = () => balanceOf(house.app.db.query, `player:${an.id}:available`)

/** Bets on both sides in every open game; returns the draws and the time of their last round. */
async function betOnEverything() {
  const { items } = await an.call(currentDraws, {})
  const open = items.flatMap(({ game, period }) =>
    period && period.opensAt <= house.clock.nowMs() && period.closesAt > house.clock.nowMs() ? [{ game, period }] : [],
  )
  for (const { game, period } of open) {
    const { family } = games.find(({ code }) => code === game)!
    await bet(an, period, { bets: coins[family].map((side) => `${side} 20.00`) })
  }
  return {
    games: open.map(({ game }) => game),
    drawIds: open.map(({ period }) => period.drawId),
    closesMs: open.map(({ period }) => period.closesAt).sort((a, b) => a - b),
    lastMs: Math.max(...open.map(({ period }) => period.drawsAt)),
  }
}

const endings = async (drawIds: readonly string[]) =>
  house.app.db.query
    .selectFrom('period')
    .select(['status', 'void_reason', 'shadow_outcome'])
    .distinct()
    .where('draw_id', 'in', drawIds)
    .execute()

test('delaying the house past a close returns only the stakes, in every game, ten times over', async () => {
  const before = await balance()
  const played = new Set<string>()
  let last: readonly string[] = []
  for (let round = 0; round < 10; round++) {
    const { games: each, drawIds, lastMs } = await betOnEverything()
    for (const game of each) played.add(game)
    // Nothing happens until every round is public, as if the whole process had been paused.
    house.clock.to(lastMs + 5_000)
    for (let turn = 0; turn < 4; turn++) await house.tick()
    expect(await endings(drawIds)).toEqual([{ status: 'void', void_reason: 'late-close', shadow_outcome: null }])
    expect(await balance(), `after round ${round + 1}`).toBe(before)
    last = drawIds
  }
  expect(failedSteps(await verifyDraws(house.playerUrl, last, house.clock.nowMs()))).toEqual([])
  expect([...played].sort()).toEqual(games.map(({ code }) => code).sort())
})

test('cutting the house off from its beacon, or stopping it, after a close pays what an undisturbed draw pays', async () => {
  const before = await balance()
  const { drawIds, closesMs, lastMs } = await betOnEverything()
  house.beacon.isReachable = false
  for (const ms of new Set(closesMs)) {
    house.clock.to(ms)
    await closeDuePeriods(house.app)
  }
  // Most of a day later house and beacon are back.
  house.clock.to(lastMs + 20 * 60 * minuteMs)
  house.beacon.isReachable = true
  for (let turn = 0; turn < 8; turn++) await house.tick()
  expect(await endings(drawIds)).toEqual([{ status: 'drawn', void_reason: null, shadow_outcome: null }])
  const verdicts = await verifyDraws(house.playerUrl, drawIds, house.clock.nowMs())
  expect(failedSteps(verdicts)).toEqual([])
  const { items } = await an.call(listBets, {})
  const mine = items.filter(({ drawId }) => drawIds.includes(drawId))
  expect(mine).toHaveLength(2 * drawIds.length)
  const won = mine.filter(({ outcome }) => outcome === 'win')
  expect(won.length).toBeLessThanOrEqual(drawIds.length)
  expect(await balance()).toBe(before - BigInt(drawIds.length) * 40_00n + sumCents(mine.map(({ payout }) => payout)))
  expect(await balance()).toBeLessThan(before)
})
