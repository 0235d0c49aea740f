import type { Stage } from '../scene.ts'

export type Point = { readonly x: number; readonly y: number }

export type Layout = {
  readonly drums: readonly Point[]
  /** A drum's radius. */
  readonly radius: number
  /** Where balls leave each drum. */
  readonly mouths: readonly Point[]
  readonly places: readonly Point[]
  /** The radius of a ball in its place. */
  readonly ball: number
  /** Whether each drum stands above the place of its ball. */
  readonly isAbove: boolean
}

/** Five drums above five places, or one drum beside them. */
export function layoutOf({ width, height, top, foot }: Stage, count: number): Layout {
  const room = height - top - foot
  if (count > 1) {
    const each = Math.min(width, 460) / count
    const radius = Math.min(each * 0.46, room * 0.3)
    const ball = Math.min(radius * 0.62, room * 0.15)
    const x = (at: number) => width / 2 + (at - (count - 1) / 2) * each
    const row = (y: number) => Array.from({ length: count }, (_, at) => ({ x: x(at), y }))
    const middle = top + radius + Math.max(2, room * 0.5 - radius - ball)
    return {
      drums: row(middle),
      radius,
      mouths: row(middle + radius - ball * 0.4),
      places: row(height - foot - ball - 6),
      ball,
      isAbove: true,
    }
  }
  const radius = Math.min(room * 0.48, width * 0.2)
  const drum = { x: radius + width * 0.05, y: top + room * 0.49 }
  const left = drum.x + radius + width * 0.04
  const each = Math.min((width * 0.97 - left) / 5, 52)
  const ball = Math.min(each * 0.44, room * 0.18)
  return {
    drums: [drum],
    radius,
    mouths: [{ x: drum.x + radius * 0.92, y: drum.y - radius * 0.42 }],
    places: Array.from({ length: 5 }, (_, at) => ({ x: left + each * (at + 0.5), y: drum.y + radius * 0.35 })),
    ball,
    isAbove: false,
  }
}
