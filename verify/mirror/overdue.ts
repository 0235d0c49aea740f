import { parseDrawId } from '#core/fairness/records'
import { readSite } from '../public-files.ts'
import { openLog } from '../site-log.ts'
import { conclude } from './judging/conclude.ts'
import { dayRecords, isEnding } from './days.ts'
import { judgesOf, type DrawChecker } from './judging/judge.ts'
import { deadlinesOf } from './unfinished.ts'

/** Checks the draws that should have ended and have not, since no record about them may ever come. */
export async function checkOverdue(checker: DrawChecker, stop?: AbortSignal): Promise<void> {
  const { mirror, days, overdue, again } = checker
  const late = lateDraws(checker)
  if (late.length === 0) return
  const site = await readSite(mirror.folder)
  const log = await openLog(mirror.folder, mirror.firstKey)
  const judges = judgesOf(checker, { site, log })
  for (const { drawId, sinceMs, deadlineMs } of late) {
    if (stop?.aborted) return
    const { byDraw } = await dayRecords(days, parseDrawId(drawId)!.day, log)
    const about = byDraw.get(drawId) ?? []
    // One that ended, and is in another schedule, was checked as such.
    const isLeft = !about.some(isEnding) && !again.has(drawId)
    if (isLeft) await conclude(checker, [{ drawId, about, freshUntilMs: null }], judges)
    overdue.found.set(drawId, { sinceMs, judgedMs: deadlineMs })
  }
}

/** By the last look: while a site is away it cannot show what it did. When it is back, it has time to catch up. */
function lateDraws({ mirror, options, checks, overdue }: DrawChecker) {
  const { looked, unfinished } = mirror
  if (!looked) return []
  const asksRelays = checks.relays.length > 0
  return [...unfinished].flatMap(([drawId, progress]) => {
    const deadlineMs = deadlinesOf(progress, { asksRelays }).findLast((endMs) => endMs < looked.atMs)
    if (deadlineMs === undefined || overdue.told.has(drawId)) return []
    const { sinceMs, judgedMs } = overdue.found.get(drawId) ?? { sinceMs: looked.atMs, judgedMs: -Infinity }
    overdue.found.set(drawId, { sinceMs, judgedMs })
    const isDue = judgedMs < deadlineMs && looked.atMs - sinceMs >= options.patienceMs
    return isDue ? [{ drawId, sinceMs, deadlineMs }] : []
  })
}
