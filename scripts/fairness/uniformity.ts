import type { Kind } from '#core/fairness/numbers'
import { evenness, normalTails, twoSided } from '#core/rules/play/significance'

export type TestResult = { readonly test: string; readonly p: number }

/**
 * A kind of draw as statistics see it: the number of places, the values in each, and which places are tested jointly.
 */
const forms = {
  dice3: { places: 3, lowest: 1, sides: 6, distinct: false, joint: [[0, 1, 2]] },
  digits5: { places: 5, lowest: 0, sides: 10, distinct: false, joint: [[0, 1, 2, 3, 4]] },
  perm10: {
    places: 10,
    lowest: 1,
    sides: 10,
    distinct: true,
    joint: [
      [0, 1, 2, 3],
      [3, 4, 5],
      [6, 7, 8, 9],
      [0, 9],
    ],
  },
  pick5of11: { places: 5, lowest: 1, sides: 11, distinct: true, joint: [[0, 1, 2, 3, 4]] },
} as const satisfies Record<
  Kind,
  { places: number; lowest: number; sides: number; distinct: boolean; joint: readonly (readonly number[])[] }
>

/** Counts what the tests need, draw by draw. */
export class Uniformity {
  readonly #form: (typeof forms)[Kind]
  readonly #perPlace: Float64Array[]
  readonly #joint: Float64Array[]
  readonly #serial: Float64Array
  readonly #repeats: Float64Array
  #last: readonly number[] | null = null
  #draws = 0
  #highs = 0
  #runs = 0
  #products = 0
  readonly #gaps = new Float64Array(gapCells)
  #sinceHit = 0

  constructor(kind: Kind) {
    const form = forms[kind]
    this.#form = form
    this.#perPlace = Array.from({ length: form.places }, () => new Float64Array(form.sides))
    this.#joint = form.joint.map((places) => new Float64Array(form.sides ** places.length))
    this.#serial = new Float64Array(form.sides ** 2)
    this.#repeats = new Float64Array(form.sides ** 2)
  }

  add(outcome: readonly number[]): void {
    const { lowest, sides, places, joint } = this.#form
    for (let place = 0; place < places; place++) this.#perPlace[place]![outcome[place]! - lowest]!++
    for (let at = 0; at < joint.length; at++) {
      let cell = 0
      for (const place of joint[at]!) cell = cell * sides + outcome[place]! - lowest
      this.#joint[at]![cell]!++
    }
    this.#follow(outcome[0]! - lowest, outcome[places - 1]! - lowest)
    this.#last = outcome
    this.#draws++
  }

  /** A draw should say nothing about the next. */
  #follow(first: number, final: number): void {
    const { lowest, sides, places } = this.#form
    const middle = (sides - 1) / 2
    const isHigh = first > middle
    if (isHigh) this.#highs++
    if (first === 0) {
      this.#gaps[Math.min(this.#sinceHit, gapCells - 1)]!++
      this.#sinceHit = 0
    } else this.#sinceHit++
    if (!this.#last) return void (this.#runs = 1)
    const before = this.#last[0]! - lowest
    // Every second pair only: pairs that overlap are not independent of each other.
    if (this.#draws % 2 === 1) {
      this.#serial[before * sides + first]!++
      this.#repeats[(this.#last[places - 1]! - lowest) * sides + final]!++
    }
    if (isHigh !== before > middle) this.#runs++
    this.#products += (first - middle) * (before - middle)
  }

  results(): TestResult[] {
    const { sides, distinct, joint } = this.#form
    const n = this.#draws
    const variance = (sides * sides - 1) / 12
    return [
      ...this.#perPlace.map((counts, at) => ({ test: `place ${at + 1}`, p: evenness(counts) })),
      ...this.#joint.map((counts, at) => ({
        test: `places ${joint[at]!.map((place) => place + 1).join(',')} jointly`,
        p: evenness(distinct ? possibleCells(counts, sides, joint[at]!.length) : counts),
      })),
      { test: 'serial pairs, first place', p: evenness(this.#serial) },
      { test: 'serial pairs, last place', p: evenness(this.#repeats) },
      { test: 'runs high and low', p: this.#runsTest() },
      { test: 'gaps', p: this.#gapTest() },
      { test: 'serial correlation', p: normalTails(this.#products / (variance * Math.sqrt(n - 1))) },
    ]
  }

  /** Wald and Wolfowitz. */
  #runsTest(): number {
    const high = this.#highs
    const low = this.#draws - high
    const expected = 1 + (2 * high * low) / this.#draws
    const variance = ((expected - 1) * (expected - 2)) / (this.#draws - 1)
    return normalTails((this.#runs - expected) / Math.sqrt(variance))
  }

  /** Waiting times for the lowest value are geometric. */
  #gapTest(): number {
    const chance = 1 / this.#form.sides
    const hits = this.#gaps.reduce((sum, count) => sum + count, 0)
    let chi = 0
    for (let gap = 0; gap < gapCells; gap++) {
      const share = gap < gapCells - 1 ? chance * (1 - chance) ** gap : (1 - chance) ** gap
      chi += (this.#gaps[gap]! - hits * share) ** 2 / (hits * share)
    }
    return twoSided(chi, gapCells - 1)
  }
}

const gapCells = 20

function possibleCells(counts: Float64Array, sides: number, places: number): Float64Array {
  return counts.filter((_, cell) => {
    const values = new Set<number>()
    for (let place = 0, rest = cell; place < places; place++, rest = Math.floor(rest / sides)) values.add(rest % sides)
    return values.size === places
  })
}
