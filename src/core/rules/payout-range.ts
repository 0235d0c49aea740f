import { type DrawShape, eachOutcome, type Result } from '../games/draw-shape.ts'

/** What the numbers at some places of the result pay, in cents. */
export type Payoff = { readonly places: readonly number[]; readonly at: (seen: Result) => number }

export type Range = { readonly least: number; readonly most: number }

/** A count that can be interrupted after each of its steps, so that a screen answers taps in between. */
export type Steps<Counted> = Generator<void, Counted>

/** Counts without interruption. */
export function counted<Counted>(steps: Steps<Counted>): Counted {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/** Places that have to be looked at together, because some payoff reads more than one of them. */
type Block = { readonly places: readonly number[]; readonly payoffs: readonly Payoff[] }

/**
 * The least and the most that the payoffs pay together, over every outcome and exactly. Places that no payoff links are
 * decided block by block; where numbers do not repeat, what is kept between blocks is only which numbers are gone. With
 * every market of the race in play that is some 14,000 steps instead of 3,628,800 permutations.
 */
export function* payoutRange(shape: DrawShape, payoffs: readonly Payoff[]): Steps<Range> {
  // The largest block goes first, while there is only one state to start from.
  const blocks = linkPlaces(payoffs).sort((a, b) => b.places.length - a.places.length)
  let states = new Map<number, Range>([[0, { least: 0, most: 0 }]])
  for (const block of blocks) states = yield* decide(shape, block, states)
  return [...states.values()].reduce(widen)
}

function* decide(shape: DrawShape, block: Block, states: ReadonlyMap<number, Range>): Steps<Map<number, Range>> {
  const next = new Map<number, Range>()
  const value = valueOf(block)
  for (const [gone, before] of states) {
    const pool = shape.pool.filter((number) => (gone & (1 << number)) === 0)
    eachOutcome({ ...shape, pool }, block.places.length, (seen) => {
      const paid = value(seen)
      const state = shape.isDistinct ? seen.reduce((mask, number) => mask | (1 << number), gone) : 0
      const range = { least: before.least + paid, most: before.most + paid }
      const other = next.get(state)
      next.set(state, other ? widen(other, range) : range)
    })
    yield
  }
  return next
}

function valueOf({ places, payoffs }: Block): (seen: Result) => number {
  const reads = payoffs.map((payoff) => payoff.places.map((place) => places.indexOf(place)))
  return (seen) => {
    let sum = 0
    for (const [at, payoff] of payoffs.entries()) sum += payoff.at(reads[at]!.map((place) => seen[place]!))
    return sum
  }
}

function widen(one: Range, other: Range): Range {
  return { least: Math.min(one.least, other.least), most: Math.max(one.most, other.most) }
}

/** Joins payoffs that share a place into one block. */
function linkPlaces(payoffs: readonly Payoff[]): Block[] {
  let blocks: Block[] = []
  for (const payoff of payoffs) {
    const isLinked = (block: Block): boolean => block.places.some((place) => payoff.places.includes(place))
    const linked = blocks.filter(isLinked)
    const joined = {
      places: [...new Set([...linked.flatMap((block) => block.places), ...payoff.places])],
      payoffs: [...linked.flatMap((block) => block.payoffs), payoff],
    }
    blocks = [...blocks.filter((block) => !isLinked(block)), joined]
  }
  return blocks
}
