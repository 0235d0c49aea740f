import { between, clamp, passed, smooth } from '../easing.ts'
import { seeded } from '../seeded.ts'

/** Where the finish stands on the stage once the camera has stopped. All lengths are shares of the stage's width. */
const finishAt = 0.66
const gridAt = 0.17
/** Lengths a second, in the race and over the line. */
const [cruising, crossing] = [0.92, 0.4]
/** The pace gathers until the first instant, holds until the second, and slows until the third. */
const [gatheredMs, heldMs, slowedMs] = [1_000, 3_300, 4_200]
const winnerMs = 4_450
/** Time to look at the order after the last has crossed. */
const afterMs = 1_100

/** One length of the way that all go together. */
function pace(atMs: number): number {
  const [gathering, holding, slowing, over] = [
    clamp(atMs, 0, gatheredMs),
    clamp(atMs - gatheredMs, 0, heldMs - gatheredMs),
    clamp(atMs - heldMs, 0, slowedMs - heldMs),
    Math.max(0, atMs - slowedMs),
  ]
  const loss = (cruising - crossing) / (slowedMs - heldMs)
  const way =
    (cruising * gathering * gathering) / (2 * gatheredMs) +
    cruising * holding +
    cruising * slowing -
    (loss * slowing * slowing) / 2 +
    crossing * over
  return way / 1_000
}

const finish = pace(winnerMs)

export type Runner = {
  readonly number: number
  /** 0 for the first. */
  readonly place: number
  readonly finishMs: number
  /** How far its nose has come from the start. */
  readonly way: (atMs: number) => number
}

export type Race = {
  readonly durationMs: number
  /** In the order of their numbers, which is the order of the lanes. */
  readonly runners: readonly Runner[]
  /** The left edge of the stage on the track. */
  readonly camera: (atMs: number) => number
  readonly finish: number
}

/** A race that ends in the drawn order; how it goes until then follows from the draw's name. */
export function raceOf(drawId: string, outcome: readonly number[]): Race {
  const random = seeded(`${drawId} ${outcome.join()}`)
  let behind = 0
  const runners = outcome.map((number, place) => {
    if (place > 0) behind += between(0.048, 0.074, random())
    return runner({ number, place, behind, random })
  })
  const lastMs = runners.at(-1)!.finishMs
  return {
    durationMs: Math.round(lastMs + afterMs),
    runners: runners.toSorted((one, other) => one.number - other.number),
    camera,
    finish,
  }
}

type Drawn = { number: number; place: number; behind: number; random: () => number }

function runner({ number, place, behind, random }: Drawn): Runner {
  const wanders = [1, 2].map((turns) => ({
    turns: turns * between(0.5, 0.8, random()),
    begins: random() * Math.PI * 2,
    far: between(0.05, 0.1, random()) / turns,
  }))
  const stopsAfter = between(0.29, 0.03, place / 9)
  const way = (atMs: number): number => {
    // From the middle of the race on, each comes to the distance at which it will cross the line.
    const settled = smooth(passed(atMs, 1_500, slowedMs))
    const loose = smooth(passed(atMs, 200, 1_600)) * (1 - settled)
    const wander = wanders.reduce(
      (sum, { turns, begins, far }) => sum + far * Math.sin(begins + (turns * Math.PI * 2 * atMs) / slowedMs),
      0.1,
    )
    const gone = pace(atMs) - behind * settled - wander * loose
    const over = gone - finish
    return over <= 0 ? gone : finish + stopsAfter * (1 - Math.exp(-over / stopsAfter))
  }
  return { number, place, finishMs: winnerMs + (behind / crossing) * 1_000, way }
}

/** Follows the pace from the grid, and stops gently with the finish in sight. */
function camera(atMs: number): number {
  const ahead = between(gridAt, finishAt, smooth(passed(atMs, 300, 2_600)))
  const left = finish - finishAt - (pace(atMs) - ahead)
  const soft = 0.16
  const stillToGo = left > soft ? left : left < -soft ? 0 : (left + soft) ** 2 / (4 * soft)
  return finish - finishAt - stillToGo
}
