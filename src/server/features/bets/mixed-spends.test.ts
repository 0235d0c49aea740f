import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { withdrawer } from '../../testing/money.ts'
import { raceForBalance, raceKinds } from '../../testing/spends.ts'

let house: DrawHouse
beforeAll(async () => void (house = await openDrawHouse()))
afterAll(() => house.close())

/** One round of each here; `npm run faults -- races` does a thousand. */
test.each(raceKinds)('B1, J9: of twenty %s at once that each spend the whole balance one succeeds', async (kind) => {
  const { won, refused, left } = await raceForBalance(await withdrawer(house, '20.00'), kind)
  expect(won).toHaveLength(1)
  expect({ refused, left }).toEqual({ refused: ['insufficient_balance'], left: '0.00' })
  await house.audit()
})
