import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from '../../../db/database.ts'
import { bet, periodNow } from '../../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../../testing/draws/draw-house.ts'
import { drawOnly } from '../../../testing/draws/draw-only.ts'
import { holdLease, takeLease } from './lease.ts'

let house: DrawHouse
beforeAll(async () => {
  house = await openDrawHouse({ atMs: Date.UTC(2026, 10, 2, 6, 0, 1) })
})
afterAll(() => house.close())

test('a node that renews its lease of a draw keeps it, for ten seconds after the last renewal', async () => {
  const an = await house.player({ balance: '10.00', certified: true })
  const period = await periodNow(an, 'k3_5m')
  await bet(an, period, { bets: ['k3.sum_big_small big 1.00'] })
  await house.liveUntil(period.closesAt)
  await drawOnly(house, period.drawsAt + 6_000)
  const next = () => takeLease(house.app, 'ended')
  const due = async () => {
    const ids: number[] = []
    for (let job = await next(); job; job = await next()) ids.push(job.period.id)
    return ids
  }
  const job = (await next())!
  const { id } = job.period
  house.clock.forward(6_000)
  expect(await due()).not.toContain(id)
  await transaction(house.app.db, house.app.random, (tx) => holdLease(house.app, tx, job))
  house.clock.forward(6_000)
  expect(await due()).not.toContain(id)
  house.clock.forward(4_000)
  expect(await due()).toContain(id)
})
