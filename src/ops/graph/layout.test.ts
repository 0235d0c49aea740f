import { expect, test } from 'vitest'
import { layOut } from './layout.ts'

const size = { width: 800, height: 480, margin: 40 }
const ids = Array.from({ length: 60 }, (_, at) => `player ${at}`)
const ring = ids.slice(0, 20).map((a, at) => ({ a, b: ids[(at + 1) % 20]! }))

test('the same accounts always make the same picture', () => {
  expect(layOut(ids, ring, size)).toEqual(layOut(ids, ring, size))
})

test('sixty accounts lie within the picture and none on another', () => {
  const places = [...layOut(ids, ring, size).values()]
  expect(places).toHaveLength(60)
  for (const { x, y } of places) {
    expect(x).toBeGreaterThanOrEqual(40)
    expect(x).toBeLessThanOrEqual(760)
    expect(y).toBeGreaterThanOrEqual(40)
    expect(y).toBeLessThanOrEqual(440)
  }
  const apart = places.flatMap((one, at) =>
    places.slice(at + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y)),
  )
  expect(Math.min(...apart)).toBeGreaterThan(12)
})

test('linked accounts lie closer to each other than accounts without a link', () => {
  const pairs = [
    { a: 'player 0', b: 'player 9' },
    { a: 'player 1', b: 'player 8' },
  ]
  const places = layOut(ids.slice(0, 10), pairs, size)
  const between = (a: string, b: string) =>
    Math.hypot(places.get(a)!.x - places.get(b)!.x, places.get(a)!.y - places.get(b)!.y)
  expect(between('player 0', 'player 9')).toBeLessThan(between('player 0', 'player 5'))
  expect(between('player 1', 'player 8')).toBeLessThan(between('player 1', 'player 4'))
})

test.each([0, 1, 2])('%s accounts make a picture too', (count) => {
  const places = layOut(ids.slice(0, count), ring, size)
  for (const { x, y } of places.values()) expect([Number.isFinite(x), Number.isFinite(y)]).toEqual([true, true])
  expect(places.size).toBe(count)
})
