import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse } from '../../testing/open-house.ts'
import { endTurn, takeTurn } from './turns.ts'

let house: House
beforeAll(async () => void (house = await openHouse()))
afterAll(() => house.close())

test('a batch that outlasts its lease moves the place on, and a node that took the same batch meanwhile does not move it back', async () => {
  const turn = { source: 'wallets', lane: 'soon' } as const
  const other = { ...house.app, node: { ...house.app.node, id: randomUUID() } }
  const place = (minute: number) => ({ at: `2020-01-01 00:0${minute}:00.000001+00`, id: randomUUID() })
  const [first, second] = [place(1), place(2)]
  const from = (await takeTurn(house.app, turn))!
  expect(await takeTurn(other, turn)).toBeNull()
  house.clock.forward(2 * 60_000)
  expect(await takeTurn(other, turn)).toEqual(from)
  await endTurn(house.app, turn, { from, place: first, failure: null })
  expect(await takeTurn(house.app, turn)).toEqual(first)
  await endTurn(house.app, turn, { from: first, place: second, failure: null })
  await endTurn(other, turn, { from, place: first, failure: null })
  expect(await takeTurn(other, turn)).toEqual(second)
})
