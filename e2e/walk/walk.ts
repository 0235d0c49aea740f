import type { Browser } from '@playwright/test'
import { type Step, shrunk, stepsOf } from '../../scripts/walk/steps.ts'
import { problemsAfter } from './checks.ts'
import { arrive } from './arrive.ts'
import { type MoveName, moves, weights } from './moves.ts'
import { isBrowsersOwn } from './moves/hands.ts'
import { type World, openWorld } from './world.ts'

/** How a walk ended: what was done in words, how many moves were possible, how often a balance was compared, and what was found wrong. */
type Walked = {
  readonly story: readonly string[]
  readonly done: number
  readonly balances: number
  readonly problems: readonly string[]
}

type Steps = readonly Step<MoveName>[]

/** Walks with the steps of a seed; a walk that fails is walked again with ever fewer steps. */
export async function walkSeed(
  browser: Browser,
  { seed, steps, tries }: { seed: number; steps: number; tries: number },
) {
  const all = stepsOf(seed, steps, weights)
  const first = await walk(browser, all)
  if (first.problems.length === 0) return first
  let shortest = first
  await shrunk<Step<MoveName>>(
    // What came after the problem has no part in it.
    all.slice(0, first.steps),
    async (fewer) => {
      const again = await walk(browser, fewer)
      if (again.problems.length > 0) shortest = again
      return again.problems.length > 0
    },
    tries,
  )
  return shortest
}

async function walk(browser: Browser, steps: Steps): Promise<Walked & { steps: number }> {
  const world = await openWorld(browser)
  const story: string[] = []
  let problems: string[] = []
  let [taken, done] = [0, 0]
  try {
    for (const step of steps) {
      taken++
      world.step = taken
      const did = await take(world, step)
      if (did === null) continue
      done++
      story.push(`${taken}. ${step.tab === 0 ? 'First' : 'Second'} tab: ${did}`)
      problems = await problemsAfter(world)
      if (problems.length > 0) break
    }
    if (problems.length === 0) problems = await arrive(world)
  } catch (error) {
    problems = [String(error)]
  }
  // Closing audits the ledger; what it finds is a problem like any other.
  await world.close().catch((error: unknown) => (problems = [...problems, String(error)]))
  return { story, done, balances: world.balances, problems, steps: taken }
}

async function take(world: World, { tab, move, pick }: Step<MoveName>): Promise<string | null> {
  const page = world.tabs[tab]
  const isStuck = move !== 'regainConnection' && (await isBrowsersOwn(page))
  const did = isStuck ? null : await moves[move]({ world, tab, page, pick })
  await world.house.tick()
  await settle(world)
  return did
}

/** Waits until nothing is on its way, but not for ever: an answer may be lost, and asked for again later. */
async function settle(world: World): Promise<void> {
  for (let waitedMs = 0; waitedMs < 6_000 && world.wire.quietMs() < 120; waitedMs += 40)
    await world.tabs[0].waitForTimeout(40)
}
