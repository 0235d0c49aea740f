import type { Family } from '#core/games/catalogue'
import { type Mixing, mixingOf } from './mixing.ts'

const [firstMs, eachMs] = [1_700, 850]
/** From the drum to its mouth, and from there to its place. */
export const caughtMs = 350
const travelMs = 750
const afterMs = 1_000

/** A ball that leaves: from which drum, and when. */
export type Leaving = {
  readonly number: number
  readonly drum: number
  readonly atMs: number
  readonly restsMs: number
}

export type Drums = {
  readonly durationMs: number
  /** In the order of the outcome. */
  readonly leaving: readonly Leaving[]
  readonly drums: readonly Drum[]
  /** Moves all balls to an instant; time runs forwards. */
  readonly goTo: (atMs: number) => void
}

export type Drum = {
  /** What its balls are numbered, in the order of `mixing.balls`. */
  readonly numbers: readonly number[]
  readonly mixing: Mixing
  /** A ball's radius where the drum's is 1. */
  readonly radius: number
}

/** Digits repeat, so each place has a drum of ten digits; five of eleven come from one drum without return. */
const kinds: Partial<Record<Family, { drums: number; balls: number; from: number; radius: number }>> = {
  ssc: { drums: 5, balls: 10, from: 0, radius: 0.2 },
  x11_5: { drums: 1, balls: 11, from: 1, radius: 0.18 },
}

/** Balls that are mixed, and leave in the drawn order. How they are mixed follows from the draw's name. */
export function drumsOf(drawId: string, family: Family, outcome: readonly number[]): Drums {
  const kind = kinds[family]!
  const numbers = Array.from({ length: kind.balls }, (_, at) => kind.from + at)
  const drums = Array.from({ length: kind.drums }, (_, at) => ({
    numbers,
    radius: kind.radius,
    mixing: mixingOf(`${drawId} ${at}`, kind.balls, kind.radius),
  }))
  const leaving = outcome.map((number, at) => {
    const atMs = firstMs + at * eachMs
    return { number, drum: kind.drums === 1 ? 0 : at, atMs, restsMs: atMs + caughtMs + travelMs }
  })
  const goTo = (atMs: number) => {
    for (const { number, drum, atMs: leavesMs } of leaving.filter((each) => each.atMs <= atMs)) {
      const ball = drums[drum]!.mixing.balls[numbers.indexOf(number)]!
      if (ball.isOut) continue
      // Stopped at the same step on every phone, however late its frame comes.
      for (const each of drums) each.mixing.goTo(leavesMs)
      ball.isOut = true
    }
    for (const { mixing } of drums) mixing.goTo(atMs)
  }
  return { durationMs: (leaving.at(-1)?.restsMs ?? 0) + afterMs, leaving, drums, goTo }
}
