import { layout } from '../../public-files.ts'
import { Unreadable, unreadable } from '../../source.ts'
import { keepAgain, type Waiting } from './again.ts'
import { isEnding, type DrawRecords } from '../days.ts'
import { keepDrawFiles, type ShownFiles } from '../draw-files.ts'
import { countVerdict, type DrawChecker, type Judges } from './judge.ts'
import type { Failure } from '../mirror.ts'
import { keepTold } from './told.ts'

/** A draw to judge, and until when its site has time to show all that belongs to it, if it just ended. */
export type Due = DrawRecords & { readonly freshUntilMs: number | null }

/** So many draws are fetched at the same time. */
export const drawsAtOnce = 4
/** What cannot be read of a draw is asked for again, for so long; then the draw fails. */
const unreadMs = 60 * 60_000

/** Fetches what belongs to a few draws, and judges them, or leaves them to be judged again. */
export async function conclude(checker: DrawChecker, some: readonly Due[], judges: Judges): Promise<void> {
  const shown = await keepDrawFiles(checker.mirror, some)
  await waitForSite(checker, [...shown.values()])
  for (const draw of some) await concludeOne(checker, draw, { files: shown.get(draw.drawId)!, judges })
}

/** A site that is away shows nothing about any draw: all wait for it, but not one that shows its log and no other files for an hour. */
async function waitForSite(checker: DrawChecker, shown: readonly ShownFiles[]): Promise<void> {
  const { mirror, options } = checker
  const isUnread = shown.some(({ unread }) => unread)
  const answer = isUnread ? await mirror.source.read(layout.checkpoint).catch(unreadable) : null
  if (!(answer instanceof Unreadable)) return void (checker.awaySinceMs = null)
  checker.awaySinceMs ??= options.clock()
  if ((mirror.looked?.atMs ?? 0) - checker.awaySinceMs < unreadMs) throw answer
}

type Means = { readonly files: ShownFiles; readonly judges: Judges }

async function concludeOne(checker: DrawChecker, draw: Due, { files, judges }: Means): Promise<void> {
  const { drawId, about, freshUntilMs } = draw
  const judged = files.unread ?? (await judges.inFull(draw))
  if (judged instanceof Unreadable) return concludeUnread(checker, draw, { cause: judged, judge: judges.byFiles })
  const { failure, openUntilMs } = judged
  // What ends a draw without numbers is not cosigned yet when it is first seen.
  const endsWithout = about.some((one) => isEnding(one) && one.record.type !== 'settle')
  const isIncomplete = failure !== null || files.missing.length > 0 || endsWithout
  const againMs = (isIncomplete ? freshUntilMs : null) ?? (failure ? null : openUntilMs)
  if (againMs !== null) return judgeAgain(checker, drawId, { dueMs: againMs, unreadSinceMs: null })
  if (about.some(isEnding)) for (const file of files.missing) checker.options.tell({ event: 'missing', drawId, file })
  await end(checker, draw, failure)
}

type Unread = { readonly cause: Unreadable; readonly judge: Judges['byFiles'] }

async function concludeUnread(checker: DrawChecker, draw: DrawRecords, { cause, judge }: Unread): Promise<void> {
  const { clock, patienceMs, tell } = checker.options
  const { drawId } = draw
  const nowMs = clock()
  const knownMs = checker.again.get(drawId)?.unreadSinceMs ?? null
  if (knownMs === null) tell({ event: 'unreachable', why: `${drawId}: ${cause.message}` })
  const sinceMs = knownMs ?? nowMs
  if (nowMs - sinceMs < unreadMs)
    return judgeAgain(checker, drawId, { dueMs: nowMs + patienceMs, unreadSinceMs: sinceMs })
  const judged = await judge(draw)
  const found = judged instanceof Unreadable ? null : judged.failure
  const why = `for an hour it could not be checked in full: ${cause.message}`
  await end(checker, draw, found ?? { drawId, steps: [], why })
}

async function judgeAgain({ mirror, again }: DrawChecker, drawId: string, waiting: Waiting): Promise<void> {
  again.set(drawId, waiting)
  await keepAgain(mirror.folder, again)
}

/** One that has not ended is told once, and counts only if it fails. */
async function end(checker: DrawChecker, { drawId, about }: DrawRecords, failure: Failure | null): Promise<void> {
  const { mirror, again, overdue } = checker
  const hasEnded = about.some(isEnding)
  if (failure || hasEnded) await countVerdict(checker, failure)
  if (failure && !hasEnded) await keepTold(mirror, overdue, drawId)
  if (again.delete(drawId)) await keepAgain(mirror.folder, again)
}
