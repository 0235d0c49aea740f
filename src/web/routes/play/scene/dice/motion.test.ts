import { expect, test } from 'vitest'
import { throwOf } from './motion.ts'
import { topFace } from './turning.ts'

const faces = [1, 2, 3, 4, 5, 6]
const outcomes = faces.flatMap((a) => faces.flatMap((b) => faces.map((c) => [a, b, c])))
const throws = outcomes.map((outcome, at) => ({ outcome, thrown: throwOf(`k3_5m:20261102:${at}`, outcome) }))

test('every throw of three dice rests on the drawn faces, from left to right and flat on the table', () => {
  for (const { outcome, thrown } of throws) {
    const rest = thrown.dice.map(({ at, restsMs }) => at(restsMs))
    expect(rest.map(({ turn }) => topFace(turn))).toEqual(outcome)
    expect(rest.map(({ along }) => along)).toEqual(rest.map(({ along }) => along).toSorted((a, b) => a - b))
    // Half an edge high is as low as a die can be, and it is so only on a side.
    for (const { up } of rest) expect(up).toBeCloseTo(1, 6)
  }
})

test('dice lie still once they rest, and a throw takes five to eight seconds', () => {
  for (const { thrown } of throws) {
    expect(thrown.durationMs).toBeGreaterThanOrEqual(5_000)
    expect(thrown.durationMs).toBeLessThanOrEqual(8_000)
    for (const { at, restsMs } of thrown.dice) {
      expect(restsMs).toBeLessThan(thrown.durationMs)
      expect(at(thrown.durationMs)).toEqual(at(restsMs))
    }
  }
})

test('no die sinks into the table or passes another, and everybody sees the same throw', () => {
  const { outcome, thrown } = throws[77]!
  const again = throwOf('k3_5m:20261102:77', outcome)
  for (let ms = 0; ms < thrown.durationMs; ms += 20) {
    const postures = thrown.dice.map(({ at }) => at(ms))
    expect(again.dice.map(({ at }) => at(ms))).toEqual(postures)
    expect(Math.min(...postures.map(({ up }) => up))).toBeGreaterThanOrEqual(1 - 1e-9)
    const along = postures.map((each) => each.along)
    expect(along).toEqual(along.toSorted((a, b) => a - b))
  }
})
