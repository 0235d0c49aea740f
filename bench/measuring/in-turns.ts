import { median } from '../figure.ts'
import type { Percentiles } from '../plain.ts'

type Turns = {
  readonly rounds: number
  progress(text: string): void
}

/**
 * Measures several ways in turns, round after round: a shared machine's speed changes from minute to minute, and what is
 * compared must have seen the same minutes. Round 0 warms everything up and does not count.
 */
export async function inTurns<Name extends string, Result>(
  ways: Readonly<Record<Name, (round: number) => Promise<Result>>>,
  { rounds, progress }: Turns,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(ways) as Name[]
  const seen = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Result[]>
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
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
