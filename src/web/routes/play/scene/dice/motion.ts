import { between, passed, smooth } from '../easing.ts'
import { seeded } from '../seeded.ts'
import { type Turn, type Vector, about, after, showing, turned, unit } from './turning.ts'

/** The cup is shaken until then, and tips. */
export const tipsMs = 1_250
const flightMs = 2_700
const afterMs = 1_300

export type Posture = {
  /** Shares of the stage's width and of the table's depth, and how high its middle is, in halves of its edge. */
  readonly along: number
  readonly away: number
  readonly up: number
  readonly turn: Turn
}

type Die = {
  readonly face: number
  readonly leavesMs: number
  readonly restsMs: number
  readonly at: (atMs: number) => Posture
}

export type Throw = { readonly durationMs: number; readonly dice: readonly Die[] }

/** Where the mouth of the cup is. */
export const mouth = { along: 0.22, away: 0.5, up: 2.6 }

/** Three dice that come to rest on the drawn faces, from left to right; how they tumble follows from the draw's name. */
export function throwOf(drawId: string, outcome: readonly number[]): Throw {
  const random = seeded(`${drawId} ${outcome.join()}`)
  // The farthest leaves first, so that no die has to pass another.
  const dice = outcome.map((face, place) => dieOf({ face, place, leavesMs: tipsMs + (2 - place) * 170, random }))
  return { durationMs: Math.max(...dice.map(({ restsMs }) => restsMs)) + afterMs, dice }
}

const corners: readonly Vector[] = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z): Vector => [x, y, z])))

/** How high the middle of a die is that touches the table with its lowest corner. */
const standing = (turn: Turn): number => -Math.min(...corners.map((corner) => turned(turn, corner)[2]))

type Drawn = { face: number; place: number; leavesMs: number; random: () => number }

function dieOf({ face, place, leavesMs, random }: Drawn): Die {
  const restsMs = Math.round(leavesMs + flightMs + between(-150, 250, random()))
  const rest = after(showing(face), about([0, 0, 1], between(-0.4, 0.4, random())))
  // It rolls along the table, so it turns about an axis across it, a little askew.
  const axis = unit([between(-0.35, 0.35, random()), 1, between(-0.3, 0.3, random())])
  const spin = between(2.4, 3.1, random()) * Math.PI * 2
  const [along, away] = [between(0.43, 0.83, place / 2), between(0.3, 0.7, random())]
  const bounces = [
    { to: 0.24, high: 1.9 },
    { to: 0.44, high: 1.1 },
    { to: 0.58, high: 0.4 },
  ]
  return {
    face,
    leavesMs,
    restsMs,
    at: (atMs) => {
      const share = passed(atMs, leavesMs, restsMs)
      const left = 1 - share
      // It stops with a little speed left, as something does that falls on its side.
      const turn = after(rest, about(axis, -spin * left ** 1.45))
      const travelled = 1 - left ** 2.1
      return {
        along: between(mouth.along, along, travelled),
        away: between(mouth.away, away, smooth(share)),
        up: standing(turn) + heightOf(share, bounces),
        turn,
      }
    },
  }
}

/** Falls out of the cup, then bounces ever lower. */
function heightOf(share: number, bounces: readonly { to: number; high: number }[]): number {
  const falls = 0.1
  if (share < falls) return mouth.up * (1 - (share / falls) ** 2)
  let from = falls
  for (const { to, high } of bounces) {
    if (share < to) return high * 4 * passed(share, from, to) * (1 - passed(share, from, to))
    from = to
  }
  return 0
}
