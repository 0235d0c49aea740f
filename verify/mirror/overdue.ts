import { parseDrawId } from '#core/fairness/records'
import { isText, listOf, objectOf, oneOf } from '#core/fairness/shape'
import { readShape, readSite } from '../public-files.ts'
import { openLog } from '../site-log.ts'
import type { Source } from '../source.ts'
import { dayRecords, isEnding } from './days.ts'
import { keepDrawFiles } from './draw-files.ts'
import { save } from './folder.ts'
import { countVerdict, judgeOf, type DrawChecker, type Overdue } from './judge.ts'
import { deadlinesOf } from './unfinished.ts'

const toldFile = 'overdue.json'
const isTold = objectOf({ v: oneOf(2), drawIds: listOf(isText) })

export async function readOverdue(folder: Source): Promise<Overdue> {
  const told = await readShape(folder, toldFile, isTold)
  return { told: new Set(told?.drawIds), found: new Map() }
}

/** Checks the draws that should have ended and have not, since no record about them may ever come. */
export async function checkOverdue(checker: DrawChecker, stop?: AbortSignal): Promise<void> {
  const { mirror, days, overdue } = checker
  const late = lateDraws(checker)
  if (late.length === 0) return
  const site = await readSite(mirror.folder)
  const log = await openLog(mirror.folder, mirror.firstKey)
  const judge = judgeOf(checker, { site, log })
  for (const { drawId, sinceMs, deadlineMs } of late) {
    if (stop?.aborted) return
    const { byDraw } = await dayRecords(days, parseDrawId(drawId)!.day, log)
    const draw = { drawId, about: byDraw.get(drawId) ?? [] }
    // One that ended, and is in another schedule, was checked as such.
    const hasEnded = draw.about.some(isEnding)
    if (!hasEnded) await keepDrawFiles(mirror, [draw])
    const failure = hasEnded ? null : await judge(draw)
    overdue.found.set(drawId, { sinceMs, judgedMs: deadlineMs })
    if (!failure) continue
    await countVerdict(checker, failure)
    overdue.told.add(drawId)
    await keepTold(checker)
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

/** Those that ended since are checked like all others, and need not be remembered. */
async function keepTold({ mirror, overdue: { told } }: DrawChecker): Promise<void> {
  for (const drawId of told) if (!mirror.unfinished.has(drawId)) told.delete(drawId)
  await save(mirror.folder.name, toldFile, `${JSON.stringify({ v: 2, drawIds: [...told] })}\n`)
}
