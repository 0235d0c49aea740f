/** Three numbers: along the table, away from the viewer, up. */
export type Vector = readonly [number, number, number]
/** The rows of a rotation. */
export type Turn = readonly [Vector, Vector, Vector]

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

export const turned = (turn: Turn, vector: Vector): Vector => [
  dot(turn[0], vector),
  dot(turn[1], vector),
  dot(turn[2], vector),
]

/** First `first`, then `then`. */
export function after(first: Turn, then: Turn): Turn {
  const column = (at: 0 | 1 | 2): Vector => [first[0][at], first[1][at], first[2][at]]
  const columns = [column(0), column(1), column(2)] as const
  const row = (of: Vector): Vector => [dot(of, columns[0]), dot(of, columns[1]), dot(of, columns[2])]
  return [row(then[0]), row(then[1]), row(then[2])]
}

/** A rotation about an axis of length 1. */
export function about([x, y, z]: Vector, angle: number): Turn {
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const d = 1 - c
  return [
    [c + x * x * d, x * y * d - z * s, x * z * d + y * s],
    [y * x * d + z * s, c + y * y * d, y * z * d - x * s],
    [z * x * d - y * s, z * y * d + x * s, c + z * z * d],
  ]
}

export function unit([x, y, z]: Vector): Vector {
  const long = Math.hypot(x, y, z)
  return [x / long, y / long, z / long]
}

/** Where each face of a die that shows a one looks; opposite faces add up to seven. */
export const faces: readonly {
  readonly face: number
  readonly out: Vector
  readonly right: Vector
  readonly down: Vector
}[] = [
  { face: 1, out: [0, 0, 1], right: [1, 0, 0], down: [0, -1, 0] },
  { face: 6, out: [0, 0, -1], right: [1, 0, 0], down: [0, 1, 0] },
  { face: 2, out: [0, -1, 0], right: [1, 0, 0], down: [0, 0, -1] },
  { face: 5, out: [0, 1, 0], right: [-1, 0, 0], down: [0, 0, -1] },
  { face: 3, out: [1, 0, 0], right: [0, 1, 0], down: [0, 0, -1] },
  { face: 4, out: [-1, 0, 0], right: [0, -1, 0], down: [0, 0, -1] },
]

/** The rotation that brings a face to the top. */
export function showing(face: number): Turn {
  const quarter = Math.PI / 2
  if (face === 1) return about([1, 0, 0], 0)
  if (face === 6) return about([1, 0, 0], 2 * quarter)
  if (face === 2) return about([1, 0, 0], -quarter)
  if (face === 5) return about([1, 0, 0], quarter)
  return about([0, 1, 0], face === 3 ? -quarter : quarter)
}

/** The face on top. */
export function topFace(turn: Turn): number {
  const height = ({ out }: (typeof faces)[number]) => turned(turn, out)[2]
  return faces.reduce((best, each) => (height(each) > height(best) ? each : best)).face
}
