import { parseInstant } from '#core/fairness/instant'
import type { Entry } from '#core/fairness/log'
import { parseDrawId } from '#core/fairness/records'
import { isCount, objectOf, oneOf } from '#core/fairness/shape'
import { tileWidth } from '#core/fairness/tlog/tiles'
import { readShape, readSite } from '../public-files.ts'
import { openLog, readTiles, tilesAtOnce, type SiteLog } from '../site-log.ts'
import { readAgain } from './judging/again.ts'
import { conclude, drawsAtOnce, type Due } from './judging/conclude.ts'
import { dayRecords, dayWith, drawsByDay, isEnding, soundRecords } from './days.ts'
import { save } from './folder.ts'
import { judgesOf, type DrawChecker, type DrawChecks } from './judging/judge.ts'
import type { Mirror, MirrorOptions } from './mirror.ts'
import { checkOverdue } from './overdue.ts'
import { noRounds } from './judging/rounds.ts'
import { readOverdue } from './judging/told.ts'

const progressFile = 'checked.json'
const isProgress = objectOf({ v: oneOf(2), next: isCount })

export async function openDrawChecker(
  mirror: Mirror,
  options: MirrorOptions,
  checks: DrawChecks,
): Promise<DrawChecker> {
  const next = (await readShape(mirror.folder, progressFile, isProgress))?.next ?? 0
  const overdue = await readOverdue(mirror.folder)
  const again = await readAgain(mirror.folder)
  const none = { days: new Map(), rounds: noRounds(), draws: 0, failed: 0, awaySinceMs: null }
  return { mirror, options, checks, overdue, again, next, ...none }
}

/** Checks draws that ended or should have, until told to stop. */
export async function checkDraws(checker: DrawChecker, stop?: AbortSignal): Promise<void> {
  const { draws, failed, options } = checker
  try {
    let isMore = await checkTiles(checker, stop)
    while (isMore) isMore = await checkTiles(checker, stop)
    await checkAgain(checker, stop)
    if (!stop?.aborted) await checkOverdue(checker, stop)
  } finally {
    const told = { draws: checker.draws - draws, failed: checker.failed - failed }
    if (told.draws > 0) options.tell({ event: 'checked', ...told })
  }
}

/** Looks at the next few tiles of the log. False at its end, and where it has to stop. */
async function checkTiles(checker: DrawChecker, stop?: AbortSignal): Promise<boolean> {
  const { mirror, next: first } = checker
  if (stop?.aborted || first >= (mirror.held?.checkpoint.size ?? 0)) return false
  const site = await readSite(mirror.folder)
  // Opened anew each time, since a log holds on to the hashes that it read.
  const log = await openLog(mirror.folder, mirror.firstKey)
  const last = (Math.floor(first / tileWidth) + tilesAtOnce) * tileWidth - 1
  for await (const tiles of readTiles(log, { first, last })) {
    const entries = soundRecords(log, tiles, { first, last })
    const due = await dueIn(checker, log, entries)
    const judges = judgesOf(checker, { site, log })
    for (let at = 0; at < due.length; at += drawsAtOnce) {
      if (stop?.aborted) return false
      await reach(checker, due[at]!.index)
      await conclude(checker, due.slice(at, at + drawsAtOnce), judges)
    }
    await reach(checker, entries.at(-1)!.index + 1)
  }
  return true
}

/** Everything before this record was looked at. */
async function reach(checker: DrawChecker, next: number): Promise<void> {
  checker.next = next
  await save(checker.mirror.folder.name, progressFile, `${JSON.stringify({ v: 2, next })}\n`)
}

/** The draws that ended, or about which another record came after that, with the number of the first such record. */
async function dueIn(
  { days, options: { clock, patienceMs } }: DrawChecker,
  log: SiteLog,
  entries: readonly Entry[],
): Promise<(Due & { readonly index: number })[]> {
  const due = new Map<string, Due & { readonly index: number }>()
  for (const entry of entries) {
    for (const [day, drawIds] of drawsByDay(entry)) {
      const byDraw = await dayWith(days, day, { entry, log })
      for (const drawId of drawIds) {
        const about = byDraw.get(drawId) ?? []
        const hasEnded = about.some((one) => isEnding(one) && one.index <= entry.index)
        if (!hasEnded || due.has(drawId)) continue
        const atMs = parseInstant(entry.record.at)!
        const isFresh = Math.abs(clock() - atMs) < patienceMs
        due.set(drawId, { drawId, about, index: entry.index, freshUntilMs: isFresh ? atMs + patienceMs : null })
      }
    }
  }
  return [...due.values()]
}

/** Judges the draws again whose time has come. */
async function checkAgain(checker: DrawChecker, stop?: AbortSignal): Promise<void> {
  const { mirror, options, days, again } = checker
  const nowMs = options.clock()
  const drawIds = [...again].filter(([, { dueMs }]) => dueMs <= nowMs).map(([drawId]) => drawId)
  if (drawIds.length === 0) return
  const site = await readSite(mirror.folder)
  const log = await openLog(mirror.folder, mirror.firstKey)
  const judges = judgesOf(checker, { site, log })
  for (const drawId of drawIds) {
    if (stop?.aborted) return
    const { byDraw } = await dayRecords(days, parseDrawId(drawId)!.day, log)
    await conclude(checker, [{ drawId, about: byDraw.get(drawId) ?? [], freshUntilMs: null }], judges)
  }
}
