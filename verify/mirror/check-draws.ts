import { parseInstant } from '#core/fairness/instant'
import type { Entry } from '#core/fairness/log'
import { isCount, objectOf, oneOf } from '#core/fairness/shape'
import { tileWidth } from '#core/fairness/tlog/tiles'
import { readShape, readSite } from '../public-files.ts'
import { openLog, readTiles, tilesAtOnce, type SiteLog } from '../site-log.ts'
import { dayWith, drawsByDay, isEnding, soundRecords } from './days.ts'
import { keepDrawFiles } from './draw-files.ts'
import { save } from './folder.ts'
import { countVerdict, judgeOf, type DrawChecker, type DrawChecks, type DrawRecords, type Judge } from './judge.ts'
import type { Mirror, MirrorOptions } from './mirror.ts'
import { checkOverdue, readOverdue } from './overdue.ts'
import { noRounds } from './rounds.ts'

/** A draw that ended, or about which another record came after that, and all records about it. */
type Due = DrawRecords & { readonly entry: Entry }

const progressFile = 'checked.json'
const isProgress = objectOf({ v: oneOf(2), next: isCount })
/** So many draws are fetched at the same time. */
const drawsAtOnce = 4

export async function openDrawChecker(
  mirror: Mirror,
  options: MirrorOptions,
  checks: DrawChecks,
): Promise<DrawChecker> {
  const next = (await readShape(mirror.folder, progressFile, isProgress))?.next ?? 0
  const overdue = await readOverdue(mirror.folder)
  return { mirror, options, checks, days: new Map(), overdue, rounds: noRounds(), next, draws: 0, failed: 0 }
}

/** Checks draws that ended or should have, until told to stop, or until the site has to be given more time for one. */
export async function checkDraws(checker: DrawChecker, stop?: AbortSignal): Promise<void> {
  const { draws, failed, options } = checker
  try {
    let isMore = await checkTiles(checker, stop)
    while (isMore) isMore = await checkTiles(checker, stop)
    if (!stop?.aborted) await checkOverdue(checker, stop)
  } finally {
    const told = { draws: checker.draws - draws, failed: checker.failed - failed }
    if (told.draws > 0) options.tell({ event: 'checked', ...told })
  }
}

/** Looks at the next few tiles of the log. False at its end, and where it has to stop or to wait. */
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
    const judge = judgeOf(checker, { site, log })
    for (let at = 0; at < due.length; at += drawsAtOnce) {
      if (stop?.aborted || !(await checkTogether(checker, due.slice(at, at + drawsAtOnce), judge))) return false
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

async function dueIn({ days }: DrawChecker, log: SiteLog, entries: readonly Entry[]): Promise<Due[]> {
  const due = new Map<string, Due>()
  for (const entry of entries) {
    for (const [day, drawIds] of drawsByDay(entry)) {
      const byDraw = await dayWith(days, day, { entry, log })
      for (const drawId of drawIds) {
        const about = byDraw.get(drawId) ?? []
        const hasEnded = about.some((one) => isEnding(one) && one.index <= entry.index)
        if (hasEnded && !due.has(drawId)) due.set(drawId, { drawId, entry, about })
      }
    }
  }
  return [...due.values()]
}

/** Fetches what belongs to a few draws, and checks them. False where one of them has to be looked at again later. */
async function checkTogether(checker: DrawChecker, some: readonly Due[], judge: Judge): Promise<boolean> {
  const { mirror, options } = checker
  const { clock, patienceMs, tell } = options
  const missing = await keepDrawFiles(mirror, some)
  for (const one of some) {
    const { drawId, entry } = one
    await reach(checker, entry.index)
    const failure = await judge(one)
    const isFresh = Math.abs(clock() - parseInstant(entry.record.at)!) < patienceMs
    const files = missing.get(drawId) ?? []
    // What ends a draw without numbers is not cosigned yet when it is first seen.
    const isJustEnded = entry.record.type !== 'settle' && isEnding(entry)
    if (isFresh && (failure || files.length > 0 || isJustEnded)) return false
    for (const file of files) tell({ event: 'missing', drawId, file })
    await countVerdict(checker, failure)
  }
  return true
}
