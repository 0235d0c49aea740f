import { settleLeaf } from '#core/fairness/check/settle-leaf'
import { formatInstant } from '#core/fairness/instant'
import { makeChecker, type CheckOptions } from '../../check.ts'
import { keptAbout, keptNothing } from '../../kept.ts'
import type { Site } from '../../public-files.ts'
import type { SiteLog } from '../../site-log.ts'
import { Unreadable } from '../../source.ts'
import { openUntil, type Again } from './again.ts'
import type { Days, DrawRecords } from '../days.ts'
import { keepFailure } from '../folder.ts'
import type { Failure, Mirror, MirrorOptions } from '../mirror.ts'
import { notesAbout } from '../notes.ts'
import { drawnAnyway, type Rounds } from './rounds.ts'
import type { Overdue } from './told.ts'

/** What a check of a draw is made with, besides what the mirror has. */
export type DrawChecks = Pick<CheckOptions, 'policy' | 'mode' | 'relays'>

/** Checks the draws of a mirror in the order in which they ended. It reads the folder, so it may be behind the log. */
export type DrawChecker = {
  readonly mirror: Mirror
  readonly options: MirrorOptions
  readonly checks: DrawChecks
  readonly days: Days
  readonly overdue: Overdue
  readonly again: Again
  readonly rounds: Rounds
  /** The number of the first record that was not looked at. */
  next: number
  draws: number
  failed: number
  /** Since when no file of the site can be read. */
  awaySinceMs: number | null
}

/** What the check of a draw found, and until when it may yet find something else. */
type Judged = { readonly failure: Failure | null; readonly openUntilMs: number | null }

type Judge = (draw: DrawRecords) => Promise<Judged | Unreadable>

export type Judges = {
  readonly inFull: Judge
  /** Asks no relays. */
  readonly byFiles: Judge
}

type Shown = { readonly site: Site; readonly log: SiteLog }

export function judgesOf(checker: DrawChecker, shown: Shown): Judges {
  const { relays } = checker.checks
  return { inFull: judgeWith(checker, shown, relays), byFiles: judgeWith(checker, shown, []) }
}

function judgeWith(checker: DrawChecker, { site, log }: Shown, relays: readonly string[]): Judge {
  const { mirror, checks, days, rounds } = checker
  const { key, clock } = checker.options
  const own = { ...checks, relays, key, kept: keptNothing, paid: null, nowMs: clock(), settleBet: settleLeaf }
  const { drawOf } = makeChecker(own)
  return async (draw) => {
    const { drawId, about } = draw
    // Besides its own records, those of another draw with which its void is false.
    const byDraw = new Map([...(await drawnAnyway({ rounds, days, log }, about)), [drawId, about]])
    const entries = [...byDraw.values()].flat()
    const records = { checkpoint: log.checkpoint, entries, byDraw, problem: null, gaps: 0 }
    const mine = keptAbout({ ...keptNothing, notes: await notesAbout(mirror, drawId) }, drawId)
    try {
      const verdict = await drawOf({ site, log, records, isWhole: true }, drawId, mine)
      const failed = verdict.steps.filter(({ status }) => status === 'fail')
      const steps = failed.map(({ step, name, reason, facts }) => ({ step, name, reason, facts }))
      const untilMs = openUntil(verdict, draw)
      return {
        failure: verdict.verdict === 'fail' ? { drawId, steps, why: null } : null,
        openUntilMs: untilMs !== null && untilMs > own.nowMs ? untilMs : null,
      }
    } catch (cause) {
      if (cause instanceof Unreadable) return cause
      // What a site shows must not end the mirror.
      const why = `it cannot be checked: ${String(cause)}`
      return { failure: { drawId, steps: [], why }, openUntilMs: null }
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
