import { expect, test } from 'vitest'
import type { Family } from '#core/games/catalogue'
import { seeded } from '../seeded.ts'
import { drumsOf } from './motion.ts'

const random = seeded('samples')
const digits = Array.from({ length: 12 }, () => Array.from({ length: 5 }, () => Math.floor(random() * 10)))
const fives = Array.from({ length: 12 }, () => {
  const left = Array.from({ length: 11 }, (_, at) => at + 1)
  return Array.from({ length: 5 }, () => left.splice(Math.floor(random() * left.length), 1)[0]!)
})
const samples: [Family, number[]][] = [
  ['ssc', [0, 0, 0, 0, 0]],
  ...digits.map((outcome): [Family, number[]] => ['ssc', outcome]),
  ...fives.map((outcome): [Family, number[]] => ['x11_5', outcome]),
]

/** What was in each drum and is not any more, after each number came to rest. */
function gone(family: Family, outcome: readonly number[], everyMs: number) {
  const drums = drumsOf('a draw', family, outcome)
  for (let ms = 0; ms < drums.durationMs; ms += everyMs) drums.goTo(ms)
  return drums.drums.map(({ numbers, mixing }) => numbers.filter((_, at) => mixing.balls[at]!.isOut))
}

test.each(samples)(
  '%s %j: the drawn balls leave in the drawn order, within five to eight seconds',
  (family, outcome) => {
    const { leaving, durationMs } = drumsOf('a draw', family, outcome)
    expect(leaving.toSorted((a, b) => a.atMs - b.atMs).map(({ number }) => number)).toEqual(outcome)
    expect(leaving.at(-1)!.restsMs).toBeLessThan(durationMs)
    expect(durationMs).toBeGreaterThanOrEqual(5_000)
    expect(durationMs).toBeLessThanOrEqual(8_000)
    const left = gone(family, outcome, 16)
    if (family === 'ssc') expect(left).toEqual(outcome.map((digit) => [digit]))
    else expect(left).toEqual([outcome.toSorted((a, b) => a - b)])
  },
)

test('balls stay in their drum', () => {
  const { drums, goTo, durationMs } = drumsOf('a draw', 'x11_5', [3, 1, 4, 11, 5])
  let farthest = 0
  for (let ms = 0; ms < durationMs; ms += 16) {
    goTo(ms)
    for (const { x, y } of drums[0]!.mixing.balls) farthest = Math.max(farthest, Math.hypot(x, y))
  }
  expect(farthest).toBeLessThanOrEqual(1)
})

test('the balls move the same on a slow phone and on a quick one, and lie the same before any draw', () => {
  const where = (outcome: readonly number[], everyMs: number) => {
    const { drums, goTo } = drumsOf('a draw', 'x11_5', outcome)
    for (let ms = 0; ms <= 4_800; ms += everyMs) goTo(ms)
    return drums[0]!.mixing.balls
  }
  expect(where([3, 1, 4, 11, 5], 160)).toEqual(where([3, 1, 4, 11, 5], 16))
  const atFirst = (outcome: readonly number[]) => drumsOf('a draw', 'x11_5', outcome).drums[0]!.mixing.balls
  expect(atFirst([1, 2, 3, 4, 5])).toEqual(atFirst([11, 10, 9, 8, 7]))
})
