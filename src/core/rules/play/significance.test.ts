import { expect, test } from 'vitest'
import { chiSquare, chiSquareTail, evenness, normalTails } from './significance.ts'

test.each([
  [3.841459, 1, 0.05],
  [18.307038, 10, 0.05],
  [23.209251, 10, 0.01],
  [2.558212, 10, 0.99],
  [124.342113, 100, 0.05],
  [100_733.4, 100_000, 0.05077],
  [0, 5, 1],
])('a chi-square of %d with %d degrees of freedom has the tail %d of the tables', (value, freedom, tail) => {
  expect(chiSquareTail(value, freedom)).toBeCloseTo(tail, 4)
})

test('both tails of the normal distribution', () => {
  expect(normalTails(1.959964)).toBeCloseTo(0.05, 6)
  expect(normalTails(-2.575829)).toBeCloseTo(0.01, 6)
})

test('counts that are too even are as surprising as counts that are too uneven', () => {
  expect(chiSquare([10, 20, 30])).toBeCloseTo(10, 9)
  expect(evenness([1000, 1000, 1000, 1000])).toBeLessThan(1e-6)
  expect(evenness([1200, 800, 1000, 1000])).toBeLessThan(1e-6)
  expect(evenness([1020, 980, 1010, 990])).toBeGreaterThan(0.1)
})
