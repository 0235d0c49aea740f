import { api } from '#contract/api'
import { endWithServers } from '#server/testing/interrupted'
import { startTestCluster } from '#server/testing/test-cluster'
import { loadAllTexts, prepareHouse, quietServer } from '../house/prepared.ts'
import type { Machine } from './machine.ts'
import { Report } from './report.ts'
import { type Outcome, runSeed } from './run-seed.ts'
import { shrink } from './shrink.ts'
import type { Options } from './simulation.ts'
import { faultKinds } from './weather.ts'

/** Each is a whole run. */
const shrinkRunsMost = 24
const storyLines = 60

type Asked = {
  readonly isTwice: boolean
  readonly endsAtFirst: boolean
  /** No further seed begins once the process has used so much processor time. */
  readonly processorSeconds: number
  /** Gets every line of the traces. */
  onLine(line: string): void
  tell(line: string): void
}

/** Opens what all seeds share: a database server and the prepared house. */
export async function openSeeds(machine: Machine, { minutes, players }: { minutes: number; players: number }) {
  endWithServers(async () => {})
  const { stop } = await startTestCluster()
  await quietServer()
  await loadAllTexts()
  const prepared = await prepareHouse(players)
  // A line that is written over, for whoever waits at a terminal.
  const onProgress = (passed: number, steps: number) =>
    void (
      process.stderr.isTTY &&
      process.stderr.write(`\r${passed.toFixed(1)} of ${minutes} simulated minutes, ${steps} steps `)
    )
  const run = (options: Options, onStep: (line: string) => void = () => {}) =>
    runSeed(options, { prepared, machine, onProgress, onStep })
  const optionsOf = (seed: string): Options => ({ seed, minutes, faults: faultKinds })
  const people = [...prepared.players, ...prepared.operators].map(({ name }) => name)

  return {
    calls: Object.keys(api),
    stop,
    all: async (seeds: readonly string[], { isTwice, endsAtFirst, processorSeconds, onLine, tell }: Asked) => {
      const report = new Report()
      const differing: string[] = []
      let failed: Outcome | null = null
      let failures = 0
      let done = 0
      for (const seed of seeds) {
        if (processorSecondsUsed() > processorSeconds) break
        const [first, second]: [string[], string[]] = [[], []]
        const outcome = await run(optionsOf(seed), (line) => {
          onLine(line)
          if (isTwice) first.push(line)
        })
        report.add(outcome)
        done++
        const again = isTwice ? await run(optionsOf(seed), (line) => void second.push(line)) : outcome
        if (again.digest !== outcome.digest) {
          differing.push(seed)
          const at = first.findIndex((line, each) => line !== second[each])
          const around = (lines: readonly string[]) => lines.slice(Math.max(0, at - 12), at + 3).join('\n')
          tell(`Line ${at} of ${first.length} differs:\n${around(first)}\nAnd the second time:\n${around(second)}`)
        }
        tell(progress(done, seeds.length, outcome))
        for (const problem of outcome.problems) tell(`  ${problem}`)
        if (outcome.problems.length > 0) {
          failed ??= outcome
          failures++
        }
        if (failed && endsAtFirst) break
      }
      return { failed, failures, report, differing, done }
    },
    /** The shortest story that still fails in the same way. */
    storyOf: async (failed: Outcome): Promise<string[]> => {
      const { outcome, options } = await shrink(failed, optionsOf(failed.seed), {
        run,
        people,
        runsMost: shrinkRunsMost,
      })
      return [
        `Seed ${failed.seed} fails with ${options.people?.length} people, ${options.minutes} minutes and these faults: ${options.faults.join(', ') || 'none'}.`,
        ...outcome.story.slice(-storyLines),
        ...outcome.problems.map((problem) => `So: ${problem}`),
      ]
    },
  }
}

function processorSecondsUsed(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000_000
}

function progress(done: number, all: number, { seed, digest, steps, realMs, problems }: Outcome): string {
  const width = 20
  const bar = '█'.repeat(Math.round((done / all) * width)).padEnd(width, '░')
  const words = problems.length > 0 ? `${problems.length} problems` : 'holds'
  return `${bar} ${done}/${all} seed ${seed} ${digest} ${steps} steps in ${(realMs / 1_000).toFixed(1)} s: ${words}`
}
