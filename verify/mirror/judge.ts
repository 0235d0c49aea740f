import { settleLeaf } from '#core/fairness/check/settle-leaf'
import { formatInstant } from '#core/fairness/instant'
import type { Entry } from '#core/fairness/log'
import { makeChecker, type CheckOptions } from '../check.ts'
import { keptAbout, keptNothing } from '../kept.ts'
import type { Site } from '../public-files.ts'
import type { SiteLog } from '../site-log.ts'
import { Unreadable } from '../source.ts'
import type { Days } from './days.ts'
import { keepFailure } from './folder.ts'
import type { Failure, Mirror, MirrorOptions } from './mirror.ts'
import { notesAbout } from './notes.ts'
import { drawnAnyway, type Rounds } from './rounds.ts'

/** What a check of a draw is made with, besides what the mirror has. */
export type DrawChecks = Pick<CheckOptions, 'policy' | 'mode' | 'relays'>

/** Checks the draws of a mirror in the order in which they ended. It reads the folder, so it may be behind the log. */
export type DrawChecker = {
  readonly mirror: Mirror
  readonly options: MirrorOptions
  readonly checks: DrawChecks
  readonly days: Days
  readonly overdue: Overdue
  readonly rounds: Rounds
  /** The number of the first record that was not looked at. */
  next: number
  draws: number
  failed: number
}

/** Draws that should have ended. */
export type Overdue = {
  /** Those that were told. */
  readonly told: Set<string>
  /** Since which look each of them is overdue, and the deadline that had passed when it was judged. */
  readonly found: Map<string, { readonly sinceMs: number; readonly judgedMs: number }>
}

/** All records about a draw. */
export type DrawRecords = { readonly drawId: string; readonly about: readonly Entry[] }

export type Judge = (draw: DrawRecords) => Promise<Failure | null>

export function judgeOf(checker: DrawChecker, { site, log }: { site: Site; log: SiteLog }): Judge {
  const { mirror, checks, days, rounds } = checker
  const { key, clock } = checker.options
  const own = { ...checks, key, kept: keptNothing, paid: null, nowMs: clock(), settleBet: settleLeaf }
  const { drawOf } = makeChecker(own)
  return async ({ drawId, about }) => {
    // Besides its own records, those of another draw with which its void is false.
    const byDraw = new Map([...(await drawnAnyway({ rounds, days, log }, about)), [drawId, about]])
    const entries = [...byDraw.values()].flat()
    const records = { checkpoint: log.checkpoint, entries, byDraw, problem: null, gaps: 0 }
    const mine = keptAbout({ ...keptNothing, notes: await notesAbout(mirror, drawId) }, drawId)
    try {
      const { verdict, steps } = await drawOf({ site, log, records, isWhole: true }, drawId, mine)
      const failed = steps.filter(({ status }) => status === 'fail')
      const told = failed.map(({ step, name, reason, facts }) => ({ step, name, reason, facts }))
      return verdict === 'fail' ? { drawId, steps: told, why: null } : null
    } catch (cause) {
      if (cause instanceof Unreadable) throw cause
      // What a site shows must not end the mirror.
      return { drawId, steps: [], why: `it cannot be checked: ${String(cause)}` }
    }
  }
}

/** Counts a draw that was judged, and tells and keeps what failed. */
export async function countVerdict(checker: DrawChecker, failure: Failure | null): Promise<void> {
  const { mirror, options } = checker
  checker.draws++
  if (!failure) return
  checker.failed++
  const at = formatInstant(options.clock())
  await keepFailure(options.folder, { at, ...failure, checkpoint: mirror.held!.note })
  options.tell({ event: 'draw-failed', ...failure })
}
