import type { DrawShape } from '../../games/draw-shape.ts'
import { twoSided } from './significance.ts'

/**
 * Below this many times what each number is expected at a place, the distribution that the test relies on is not there
 * yet.
 */
const expectedLeast = 5

/**
 * How surprising it is how often each number came at each place, if every outcome is equally likely: a p-value, small
 * where the counts are too uneven and where they are too even. `seen` counts by place and then by the pool's order. *
 * Where numbers leave the pool the places hang together: of m places from k numbers, what strays in the same way at all
 * places strays 1 − m/k times as much as what differs between them, and where all are drawn not at all.
 */
export function uniformityOf(
  { pool, places, isDistinct }: DrawShape,
  seen: readonly (readonly number[])[],
): number | null {
  const numbers = pool.length
  const draws = seen[0]!.reduce((sum, count) => sum + count, 0)
  const expected = draws / numbers
  if (expected < expectedLeast) return null
  const strays = seen.map((counts) => counts.map((count) => count - expected))
  const squares = (values: readonly number[]) => values.reduce((sum, value) => sum + value * value, 0)
  const total = squares(strays.flat())
  if (!isDistinct) return twoSided(total / expected, places * (numbers - 1))
  const common = pool.map((_, at) => strays.reduce((sum, place) => sum + place[at]!, 0) / places)
  const shared = places * squares(common)
  const apart = ((total - shared) * (numbers - 1)) / draws
  const freedom = (places - 1) * (numbers - 1)
  if (places === numbers) return twoSided(apart, freedom)
  const together = (shared * (numbers - 1)) / (draws * (1 - places / numbers))
  return twoSided(apart + together, freedom + numbers - 1)
}
