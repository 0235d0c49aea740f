import type { Options } from './simulation.ts'
import type { Outcome } from './run-seed.ts'

type Run = (options: Options) => Promise<Outcome>

/** Two runs fail alike if their first problems differ in names and numbers only. */
const kindOf = ({ problems }: Outcome) => problems[0]?.replaceAll(/[0-9a-f-]{6,}|\d+/g, '#').slice(0, 60)

/**
 * Leaves out people, faults and time for as long as the run still fails in the same way. Every attempt is a whole run, so there are at
 * most `runsMost` of them.
 */
export async function shrink(
  failed: Outcome,
  options: Options,
  given: { run: Run; people: readonly string[]; runsMost: number },
): Promise<{ outcome: Outcome; options: Options }> {
  const { run, people, runsMost } = given
  let best = {
    outcome: failed,
    options: { ...options, people: options.people ?? people } as Options & { people: readonly string[] },
  }
  let runs = 0
  const attempt = async (smaller: Partial<Options>): Promise<boolean> => {
    if (runs++ >= runsMost) return false
    const tried = { ...best.options, ...smaller }
    const outcome = await run(tried)
    if (outcome.problems.length === 0 || kindOf(outcome) !== kindOf(failed)) return false
    best = { outcome, options: tried }
    return true
  }
  for (const size of [4, 1]) {
    for (let from = 0; from < people.length; from += size) {
      const without = people.slice(from, from + size)
      const left = best.options.people.filter((name) => !without.includes(name))
      if (left.length < best.options.people.length) await attempt({ people: left })
    }
  }
  for (const fault of options.faults) await attempt({ faults: best.options.faults.filter((each) => each !== fault) })
  for (let minutes = options.minutes / 2; minutes > 0.2 && (await attempt({ minutes })); minutes /= 2);
  return best
}
