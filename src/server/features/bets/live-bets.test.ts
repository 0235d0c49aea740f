import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cancelRepeatOrder, placeRepeatOrder } from '#contract/play/bets'
import { bet, chosen, periodNow } from '../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { type Listener, listen } from '../../testing/servers/listen.ts'
import type { Player } from '../../testing/person.ts'
import { payDueRebates } from './rebates/pay-rebates.ts'

let house: DrawHouse
let an: Player
let binh: Player
beforeAll(async () => {
  house = await openDrawHouse()
  an = await house.player({ balance: '500.00', certified: true })
  binh = await house.player({ balance: '500.00', certified: true })
})
afterAll(() => house.close())

const betting = ({ heard }: Listener) =>
  heard
    .filter(({ kind }) => kind === 'bets.changed' || kind === 'balance.changed')
    .map(({ kind, body }) => [kind, body])

test('a player’s devices, and no others, learn within a second that bets were placed', async () => {
  const [hers, his] = [await listen(an), await listen(binh)]
  const [one, other] = [await periodNow(an, 'k3_5m'), await periodNow(an, 'ssc_5m')]
  await Promise.all([
    bet(an, one, { bets: ['k3.sum_big_small big 1.00'] }),
    bet(an, one, { bets: ['k3.sum_big_small small 1.00'] }),
    bet(an, other, { bets: ['ssc.sum_big_small big 1.00'] }),
  ])
  const sinceMs = performance.now()
  await vi.waitFor(
    () => {
      expect(betting(hers)).toContainEqual(['balance.changed', { spreadMs: 1 }])
      for (const { drawId } of [one, other])
        expect(betting(hers)).toContainEqual(['bets.changed', { drawId, change: 'placed', spreadMs: 1 }])
    },
    { timeout: 10_000, interval: 10 },
  )
  expect(performance.now() - sinceMs).toBeLessThan(1_000)
  expect(betting(his)).toEqual([])
  hers.close()
  his.close()
})

test('everybody who bet learns that the draw is settled; everybody who was paid or got a rebate, that their balance changed', async () => {
  const period = await periodNow(an, 'speed_racing')
  const [hers, his] = [await listen(an), await listen(binh)]
  // One of the two wins, so An is paid whatever is drawn; Binh's two bets cannot both win.
  await bet(an, period, { bets: ['pk10.sum12_big_small big 1.00', 'pk10.sum12_big_small small 1.00'] })
  await bet(binh, period, { bets: ['pk10.position_number@1 1 100.00'] })
  // Their notification comes a moment later and must not be mixed up with what follows.
  await Promise.all([hers, his].map((each) => each.hears('balance.changed')))
  await house.liveUntil(period.drawsAt + 5_000)
  const settled = ['bets.changed', { drawId: period.drawId, change: 'settled', spreadMs: 2 }]
  for (const each of [hers, his]) {
    await each.hears('draw.settled')
    expect(betting(each)).toContainEqual(settled)
  }
  // Payouts in the same commit as the last batch are announced no later than the end of the settlement.
  const kinds = hers.heard.map(({ kind }) => kind)
  expect(kinds.lastIndexOf('balance.changed')).toBeLessThan(kinds.indexOf('draw.settled'))
  // Once for the stake, and again for the payout.
  expect(kinds.filter((kind) => kind === 'balance.changed').length).toBeGreaterThan(1)

  const told = his.heard.length
  await payDueRebates(house.app)
  await his.until(told + 1)
  expect(his.heard[told]!.kind).toBe('balance.changed')
  hers.close()
  his.close()
})

test('a client that reconnects gets its own missed events, once', async () => {
  const first = await listen(an)
  const period = await periodNow(an, 'ssc_5m')
  await bet(an, period, { bets: ['ssc.sum_big_small big 1.00'] })
  await first.until(2)
  first.close()
  const waiting = await listen(an)
  await Promise.all([an, binh].map((player) => bet(player, period, { bets: ['ssc.sum_odd_even odd 1.00'] })))
  await waiting.until(2)
  waiting.close()
  const resumed = await listen(an, first.lastId())
  await resumed.until(2)
  expect(betting(resumed).map(([kind]) => kind)).toEqual(['bets.changed', 'balance.changed'])
  resumed.close()
})

test('what a repeat order holds and frees is told', async () => {
  const period = await periodNow(an, 'speed_racing')
  const hers = await listen(an)
  const bets = ['pk10.position_number@1 1 1.00'].map(chosen)
  const slip = { drawId: period.drawId, rules: period.rules, bets, periods: 2, stopsOnWin: false }
  const { id } = await an.call(placeRepeatOrder, slip, randomUUID())
  await an.call(cancelRepeatOrder, { id })
  await hers.until(4)
  expect(betting(hers)).toEqual([
    ['balance.changed', {}],
    ['balance.changed', {}],
  ])
  hers.close()
})
