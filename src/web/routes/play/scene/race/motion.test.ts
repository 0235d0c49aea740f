import { expect, test } from 'vitest'
import { seeded } from '../seeded.ts'
import { raceOf } from './motion.ts'

/** Permutations of ten that a generator gives, and the two in which every car would have to pass every other. */
function samples(): number[][] {
  const random = seeded('samples')
  const shuffled = Array.from({ length: 60 }, () => {
    const left = Array.from({ length: 10 }, (_, at) => at + 1)
    return left.map((_, at) => left.splice(Math.floor(random() * (10 - at)), 1, left[9 - at]!)[0]!)
  })
  const inOrder = Array.from({ length: 10 }, (_, at) => at + 1)
  return [inOrder, inOrder.toReversed(), ...shuffled]
}

const races = samples().map((outcome, at) => ({ outcome, race: raceOf(`speed_racing:20261102:${at}`, outcome) }))
const frames = (durationMs: number) => Array.from({ length: Math.ceil(durationMs / 20) + 1 }, (_, at) => at * 20)

test('the cars cross the line, and stop behind it, in the drawn order', () => {
  for (const { outcome, race } of races) {
    expect([...outcome].toSorted((a, b) => a - b)).toEqual(race.runners.map(({ number }) => number))
    const crossed = race.runners.toSorted(
      (one, other) =>
        frames(race.durationMs).findIndex((ms) => one.way(ms) >= race.finish) -
        frames(race.durationMs).findIndex((ms) => other.way(ms) >= race.finish),
    )
    expect(crossed.map(({ number }) => number)).toEqual(outcome)
    const stopped = race.runners.toSorted((one, other) => other.way(race.durationMs) - one.way(race.durationMs))
    expect(stopped.map(({ number }) => number)).toEqual(outcome)
  }
})

test('a race takes five to eight seconds, and nobody drives backwards or out of sight', () => {
  const flaws: string[] = []
  for (const { outcome, race } of races) {
    const { durationMs } = race
    if (durationMs < 5_000 || durationMs > 8_000) flaws.push(`${outcome.join()} takes ${durationMs} ms`)
    for (const { number, way, finishMs } of race.runners) {
      if (finishMs >= durationMs) flaws.push(`${outcome.join()} ends before car ${number}`)
      let before = 0
      for (const ms of frames(durationMs)) {
        const gone = way(ms)
        if (gone < before) flaws.push(`${outcome.join()}: car ${number} drives back at ${ms}`)
        before = gone
        const shownAt = gone - race.camera(ms)
        if (shownAt <= 0.05 || shownAt >= 1) flaws.push(`${outcome.join()}: car ${number} is out of sight at ${ms}`)
      }
    }
  }
  expect(flaws).toEqual([])
})

test('the start is the same whatever was drawn, and the race is the same for everybody', () => {
  const [one, other] = [races[0]!.race, races[1]!.race]
  expect(one.runners.map(({ way }) => way(0))).toEqual(other.runners.map(({ way }) => way(0)))
  const again = raceOf('speed_racing:20261102:5', races[5]!.outcome)
  for (const ms of [900, 2_345, 4_500])
    expect(again.runners.map(({ way }) => way(ms))).toEqual(races[5]!.race.runners.map(({ way }) => way(ms)))
})
