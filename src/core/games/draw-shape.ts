import type { Family } from './catalogue.ts'

/** The numbers of a draw, in order: dice from left to right, places of a race, balls. */
export type Result = readonly number[]

/** How a family draws: every outcome of this shape is equally likely. */
export type DrawShape = {
  /** The numbers a place can show, ascending. */
  readonly pool: readonly number[]
  readonly places: number
  /** True where a number leaves the pool once drawn. */
  readonly isDistinct: boolean
}

export const drawShapes: Readonly<Record<Family, DrawShape>> = {
  k3: { pool: range(1, 6), places: 3, isDistinct: false },
  pk10: { pool: range(1, 10), places: 10, isDistinct: true },
  ssc: { pool: range(0, 9), places: 5, isDistinct: false },
  x11_5: { pool: range(1, 11), places: 5, isDistinct: true },
}

/** The whole numbers from first to last, both included. */
export function range(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, step) => first + step)
}

/** Whether a value is a possible result of the family. */
export function isResult(family: Family, value: unknown): value is Result {
  const { pool, places, isDistinct } = drawShapes[family]
  if (!Array.isArray(value) || value.length !== places) return false
  if (!value.every((number) => pool.includes(number as number))) return false
  return !isDistinct || new Set(value).size === places
}

/**
 * Visits every way some `count` places can come out. Any places of a draw are distributed alike, so a rule that reads
 * two places of a race is enumerated over 90 pairs, not over 3,628,800 orders. The visited array is reused: do not keep
 * it.
 */
export function eachOutcome(shape: DrawShape, count: number, visit: (seen: Result) => void): void {
  const seen: number[] = []
  const extend = (): void => {
    if (seen.length === count) return visit(seen)
    for (const number of shape.pool) {
      if (shape.isDistinct && seen.includes(number)) continue
      seen.push(number)
      extend()
      seen.pop()
    }
  }
  extend()
}

/** Visits every choice of `count` numbers that may repeat, with the number of orders it can come in. */
export function eachMultiset(
  pool: readonly number[],
  count: number,
  visit: (seen: Result, ways: number) => void,
): void {
  const extend = (seen: readonly number[], from: number, ways: number): void => {
    if (seen.length === count) return visit(seen, ways)
    for (let at = from; at < pool.length; at++) {
      const number = pool[at]!
      const repeats = seen.filter((each) => each === number).length + 1
      // Each further number multiplies the orders by the new length, divided by how often that number has occurred.
      extend([...seen, number], at, (ways * (seen.length + 1)) / repeats)
    }
  }
  extend([], 0, 1)
}

/** Every choice of `size` of the items, in the order of the items. */
export function combinations<Item>(items: readonly Item[], size: number): Item[][] {
  if (size === 0) return [[]]
  return items.flatMap((item, at) => combinations(items.slice(at + 1), size - 1).map((rest) => [item, ...rest]))
}
