export type Place = { readonly x: number; readonly y: number }

type Link = { readonly a: string; readonly b: string }
type Size = { readonly width: number; readonly height: number; readonly margin: number }

const rounds = 240

/**
 * Places accounts so that linked ones are close and none lie on each other: all push each other away, links pull. It begins with a
 * circle in the order given and uses no chance, so the same accounts always make the same picture.
 */
export function layOut(ids: readonly string[], links: readonly Link[], size: Size): ReadonlyMap<string, Place> {
  const numbers = new Map(ids.map((id, number) => [id, number]))
  const pairs = links.flatMap(({ a, b }) => {
    const [one, other] = [numbers.get(a), numbers.get(b)]
    return one === undefined || other === undefined || one === other ? [] : [[one, other] as const]
  })
  const angle = (2 * Math.PI) / Math.max(1, ids.length)
  const x = Float64Array.from(ids, (_, at) => Math.cos(at * angle))
  const y = Float64Array.from(ids, (_, at) => Math.sin(at * angle))
  const ideal = 1.6 / Math.sqrt(Math.max(1, ids.length))
  for (let round = 0; round < rounds; round++) move({ x, y, pairs, ideal, step: 0.12 * (1 - round / rounds) })
  return new Map(ids.map((id, at) => [id, fitted({ x, y }, at, size)]))
}

type Points = { readonly x: Float64Array; readonly y: Float64Array }
type Moving = Points & {
  readonly pairs: readonly (readonly [number, number])[]
  readonly ideal: number
  readonly step: number
}

function move({ x, y, pairs, ideal, step }: Moving): void {
  const [dx, dy] = [new Float64Array(x.length), new Float64Array(x.length)]
  const push = (one: number, other: number, force: (distance: number) => number) => {
    const [wide, tall] = [x[one]! - x[other]!, y[one]! - y[other]!]
    const distance = Math.max(0.001, Math.hypot(wide, tall))
    const by = force(distance) / distance
    dx[one]! += wide * by
    dy[one]! += tall * by
    dx[other]! -= wide * by
    dy[other]! -= tall * by
  }
  for (let one = 0; one < x.length; one++)
    for (let other = one + 1; other < x.length; other++) push(one, other, (distance) => ideal ** 2 / distance)
  for (const [one, other] of pairs) push(one, other, (distance) => -(distance ** 2) / ideal)
  for (let at = 0; at < x.length; at++) {
    // A weak pull to the middle keeps accounts without links in the picture.
    const [wide, tall] = [dx[at]! - x[at]! * 0.3, dy[at]! - y[at]! * 0.3]
    const length = Math.max(0.001, Math.hypot(wide, tall))
    const by = Math.min(length, step) / length
    x[at]! += wide * by
    y[at]! += tall * by
  }
}

/** Stretches the points to the picture, and leaves a margin for the names. */
function fitted({ x, y }: Points, at: number, { width, height, margin }: Size): Place {
  const within = (values: Float64Array, value: number, long: number) => {
    const [least, most] = [Math.min(...values), Math.max(...values)]
    return most - least < 0.001 ? long / 2 : margin + ((value - least) / (most - least)) * (long - 2 * margin)
  }
  return { x: Math.round(within(x, x[at]!, width)), y: Math.round(within(y, y[at]!, height)) }
}
