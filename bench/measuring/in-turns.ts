import { median } from '../figure.ts'
import type { Percentiles } from '../plain.ts'

type Turns = {
  readonly rounds: number
  /** What each round needs before it begins; not measured. */
  prepare?(): Promise<void>
  progress(text: string): void
}

/**
 * Measures several ways in turns, round after round: a shared machine's speed changes from minute to minute, and what is
 * compared must have seen the same minutes. Each round begins with another way, because what was prepared or measured before
 * may still keep the machine busy. Round 0 warms everything up and does not count.
 */
export async function inTurns<Name extends string, Result>(
  ways: Readonly<Record<Name, (round: number) => Promise<Result>>>,
  { rounds, prepare, progress }: Turns,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(ways) as Name[]
  const seen = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Result[]>
  for (let round = 0; round <= rounds; round++) {
    await prepare?.()
    for (const name of [...names.slice(round % names.length), ...names.slice(0, round % names.length)]) {
      progress(`${name}, ${round === 0 ? 'warming up' : `${round} of ${rounds}`}`)
      const result = await ways[name](round)
      if (round > 0) seen[name].push(result)
    }
  }
  return seen
}

/** The median of the rounds' p50s, and that of their p99s. */
export function usual(rounds: readonly Percentiles[]): Percentiles {
  return { p50: median(rounds.map(({ p50 }) => p50)), p99: median(rounds.map(({ p99 }) => p99)) }
}
