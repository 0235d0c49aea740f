import { performance } from 'node:perf_hooks'
import type { App } from '../../world/app.ts'
import type { Queryable } from '../../world/members/database.ts'
import { type Stretch, brokenLinks, contradictedActions, isLast, nextStretch } from './action-chain.ts'
import { copiedHead } from './copy-actions.ts'

/** The progress of a check of all actions. It takes several runs where there are many of them. */
type ActionRound = {
  /** The stretch that was checked last; null at the beginning of a round. */
  checked: Stretch | null
  /** Which published heads the chain contradicted when a run last looked. */
  contradicted: readonly string[]
  /** What is wrong in the part that this round has checked, and what was wrong in all that the round before it checked. */
  found: readonly string[]
  foundBefore: readonly string[]
  /** When a run last ended without a failure. */
  checkedAtMs: number
}

export function firstRound(nowMs: number): ActionRound {
  return { checked: null, contradicted: [], found: [], foundBefore: [], checkedAtMs: nowMs }
}

type Watched = Pick<App, 'db' | 'clock' | 'log' | 'node'> & { readonly copy: string | null }

/** How many links are hashed in one statement, and how long one run goes on with further ones. */
type Pace = { readonly links: number; readonly budgetMs: number }
const usual: Pace = { links: 1_000, budgetMs: 2_000 }

/** Whoever edits an action must not gain by keeping the check from running. */
const uncheckedMostMs = 3_600_000

/**
 * Verifies the next part of the hash chain of operators' actions, and compares the chain with the external copy and the public log. The
 * next run goes on where this one stopped, so no size of the log is too large; one statement over all of it would at some size run
 * into its time limit every time. Returns whether it came to the end of the chain.
 */
export async function checkActions(app: Watched, round: ActionRound, pace: Pace = usual): Promise<boolean> {
  const { db, clock, copy } = app
  try {
    const copied = copy === null ? null : await copiedHead(copy)
    round.contradicted = await contradictedActions(db.longRunning, copied ?? undefined)
    const isWhole = await checkNext(db.longRunning, round, pace)
    round.checkedAtMs = clock.nowMs()
    return isWhole
  } finally {
    tell(app, round)
  }
}

async function checkNext(db: Queryable, round: ActionRound, { links, budgetMs }: Pace): Promise<boolean> {
  const startedMs = performance.now()
  do {
    const stretch = await nextStretch(db, round.checked, links)
    round.found = [...round.found, ...(await brokenLinks(db, stretch))]
    round.checked = stretch
    if (isLast(stretch)) {
      Object.assign(round, { checked: null, found: [], foundBefore: round.found })
      return true
    }
  } while (performance.now() - startedMs < budgetMs)
  return false
}

function tell({ clock, log, node }: Watched, { contradicted, found, foundBefore, checkedAtMs }: ActionRound): void {
  const problems = [...contradicted, ...found, ...foundBefore]
  if (problems.length > 0) log.error({ problems: problems.slice(0, 20) }, 'the audit log was tampered with')
  const isUnchecked = clock.nowMs() - checkedAtMs >= uncheckedMostMs
  const unchecked = isUnchecked ? `not checked since ${new Date(checkedAtMs).toISOString()}` : null
  const what = problems[0] ?? unchecked
  node.find('audit_log', what === null ? null : { what, sinceMs: null })
}
