import { describe, expect, test } from 'vitest'
import type { Family } from '../../games/catalogue.ts'
import { drawShapes } from '../../games/draw-shape.ts'
import { uniformityOf } from './uniformity.ts'

/** A small generator with a seed: what is tested here is the test, not where chance comes from. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Counts of so many draws; `weight` makes the first number of the pool as many times as likely. */
function counted(family: Family, { draws, seed, weight = 1 }: { draws: number; seed: number; weight?: number }) {
  const { pool, places, isDistinct } = drawShapes[family]
  const random = seeded(seed)
  const seen = Array.from({ length: places }, () => pool.map(() => 0))
  for (let draw = 0; draw < draws; draw++) {
    const left = pool.map((_, at) => at)
    for (let place = 0; place < places; place++) {
      const weights = left.map((at) => (at === 0 ? weight : 1))
      let rest = random() * weights.reduce((sum, each) => sum + each, 0)
      const at = left[weights.findIndex((each) => (rest -= each) < 0)]!
      seen[place]![at]!++
      if (isDistinct) left.splice(left.indexOf(at), 1)
    }
  }
  return seen
}

const families = Object.keys(drawShapes) as Family[]

describe.each(families)('the p-value of %s', (family) => {
  test('is spread evenly over fair draws', () => {
    const values = Array.from({ length: 400 }, (_, seed) =>
      uniformityOf(drawShapes[family], counted(family, { draws: 300, seed: seed + 1 })),
    )
    for (const limit of [0.1, 0.5, 0.9]) {
      const share = values.filter((p) => p! < limit).length / values.length
      expect(Math.abs(share - limit)).toBeLessThan(0.075)
    }
  })

  test('finds a number that comes a fifth too often', () => {
    const seen = counted(family, { draws: 20_000, seed: 1, weight: 1.2 })
    expect(uniformityOf(drawShapes[family], seen)).toBeLessThan(0.001)
  })

  test('finds counts that are too even to be chance', () => {
    const { pool, places } = drawShapes[family]
    const seen = Array.from({ length: places }, () => pool.map(() => 1_000))
    expect(uniformityOf(drawShapes[family], seen)).toBeLessThan(0.001)
  })

  test('is not told before there are draws enough', () => {
    const { pool } = drawShapes[family]
    expect(uniformityOf(drawShapes[family], counted(family, { draws: 5 * pool.length - 1, seed: 1 }))).toBeNull()
    expect(uniformityOf(drawShapes[family], counted(family, { draws: 5 * pool.length, seed: 1 }))).not.toBeNull()
  })
})
