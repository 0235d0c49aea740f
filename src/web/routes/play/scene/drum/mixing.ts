import { seeded } from '../seeded.ts'

/** A ball in a drum whose radius is 1; up is positive. */
type Moving = { x: number; y: number; vx: number; vy: number; isOut: boolean }

export type Mixing = {
  readonly balls: readonly Moving[]
  /** Goes on to an instant. */
  readonly goTo: (atMs: number) => void
}

const stepMs = 1_000 / 120
const step = stepMs / 1_000
const gravity = 5
/** Air from below, and how much of their speed balls keep for a second. */
const [air, kept] = [17, 0.45]
/** The air comes up within this time. */
const risingMs = 500

/**
 * Balls that lie in a drum until air lifts them. Fixed steps, and only sums, products and roots, which every browser
 * computes alike: the balls move the same on every phone.
 */
export function mixingOf(seed: string, count: number, radius: number): Mixing {
  const random = seeded(seed)
  const balls = Array.from({ length: count }, (_, at) => ({
    x: ((at % 4) - 1.5) * radius * 2.02 + (random() - 0.5) * radius * 0.2,
    y: (Math.floor(at / 4) - 1.5) * radius * 2.02,
    vx: 0,
    vy: 0,
    isOut: false,
  }))
  const goOn = (blowing: number) => {
    const inside = balls.filter(({ isOut }) => !isOut)
    for (const ball of inside) blow(ball, blowing, random)
    for (let one = 0; one < inside.length; one++)
      for (let other = one + 1; other < inside.length; other++) part(inside[one]!, inside[other]!, radius)
    for (const ball of inside) hold(ball, 1 - radius)
  }
  for (let settling = 0; settling < 240; settling++) goOn(0)
  for (const ball of balls) Object.assign(ball, { vx: 0, vy: 0 })
  let steps = 0
  return {
    balls,
    goTo: (atMs) => {
      for (; steps * stepMs < atMs; steps++) goOn(Math.min(1, (steps * stepMs) / risingMs))
    },
  }
}

/** The jet is strong in the middle of the drum and weakens with height. */
function blow(ball: Moving, blowing: number, random: () => number): void {
  const slowed = 1 - (1 - kept) * step
  const jet = Math.max(0, 1 - Math.abs(ball.x) * 2.2) * Math.max(0, 1.25 - (ball.y + 1) * 0.6)
  const [aside, upwards] = [(random() - 0.5) * 26, (random() - 0.5) * 14]
  ball.vx = (ball.vx + blowing * aside * step) * slowed
  ball.vy = (ball.vy + (blowing * (air * jet + upwards) - gravity) * step) * slowed
  ball.x += ball.vx * step
  ball.y += ball.vy * step
}

/** Two balls that touch push each other away. */
function part(one: Moving, other: Moving, radius: number): void {
  const [x, y] = [other.x - one.x, other.y - one.y]
  const far = Math.sqrt(x * x + y * y)
  const overlap = radius * 2 - far
  if (overlap <= 0 || far === 0) return
  const [nx, ny] = [x / far, y / far]
  one.x -= (nx * overlap) / 2
  one.y -= (ny * overlap) / 2
  other.x += (nx * overlap) / 2
  other.y += (ny * overlap) / 2
  const closing = (one.vx - other.vx) * nx + (one.vy - other.vy) * ny
  if (closing <= 0) return
  const push = closing * 0.92
  one.vx -= push * nx
  one.vy -= push * ny
  other.vx += push * nx
  other.vy += push * ny
}

/** The drum's wall throws a ball back. */
function hold(ball: Moving, most: number): void {
  const far = Math.sqrt(ball.x * ball.x + ball.y * ball.y)
  if (far <= most) return
  const [nx, ny] = [ball.x / far, ball.y / far]
  ball.x = nx * most
  ball.y = ny * most
  const leaving = ball.vx * nx + ball.vy * ny
  if (leaving <= 0) return
  ball.vx -= 1.7 * leaving * nx
  ball.vy -= 1.7 * leaving * ny
}
