import { settleLeaf } from '#core/fairness/check/settle-leaf'
import { formatInstant, parseInstant } from '#core/fairness/instant'
import type { Entry } from '#core/fairness/log'
import { isCount, objectOf, oneOf } from '#core/fairness/shape'
import { tileWidth } from '#core/fairness/tlog/tiles'
import { makeChecker, type CheckOptions } from '../check.ts'
import { keptAbout, keptNothing } from '../kept.ts'
import { readShape, readSite, type Site } from '../public-files.ts'
import { openLog, readTiles, tilesAtOnce, type SiteLog } from '../site-log.ts'
import { Unreadable } from '../source.ts'
import { dayWith, drawsByDay, isEnding, soundRecords, type Days } from './days.ts'
import { keepDrawFiles } from './draw-files.ts'
import { keepFailure, save } from './folder.ts'
import type { Failure, Mirror, MirrorOptions } from './mirror.ts'
import { notesAbout } from './notes.ts'

/** What a check of a draw is made with, besides what the mirror has. */
export type DrawChecks = Pick<CheckOptions, 'policy' | 'mode' | 'relays'>

/** Checks the draws of a mirror in the order in which they ended. It reads the folder, so it may be behind the log. */
export type DrawChecker = {
  readonly mirror: Mirror
  readonly options: MirrorOptions
  readonly checks: DrawChecks
  readonly days: Days
  /** The number of the first record that was not looked at. */
  next: number
  draws: number
  failed: number
}

/** A draw that ended, or about which another record came after that, and all records about it. */
type Due = { readonly drawId: string; readonly entry: Entry; readonly about: readonly Entry[] }

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
  return { mirror, options, checks, days: new Map(), next, draws: 0, failed: 0 }
}

/** Checks all draws that ended, until told to stop, or until the site has to be given more time for one. */
export async function checkDraws(checker: DrawChecker, stop?: AbortSignal): Promise<void> {
  const { draws, failed, options } = checker
  try {
    let isMore = await checkTiles(checker, stop)
    while (isMore) isMore = await checkTiles(checker, stop)
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

type Judge = (due: Due) => Promise<Failure | null>

/** Fetches what belongs to a few draws, and checks them. False where one of them has to be looked at again later. */
async function checkTogether(checker: DrawChecker, some: readonly Due[], judge: Judge): Promise<boolean> {
  const { mirror, options } = checker
  const { clock, patienceMs, tell, folder } = options
  const missing = await keepDrawFiles(mirror, some)
  for (const one of some) {
    const { drawId, entry } = one
    await reach(checker, entry.index)
    const failure = await judge(one)
    const isFresh = Math.abs(clock() - parseInstant(entry.record.at)!) < patienceMs
    const files = missing.get(drawId) ?? []
    if (isFresh && (failure || files.length > 0)) return false
    for (const file of files) tell({ event: 'missing', drawId, file })
    checker.draws++
    if (!failure) continue
    checker.failed++
    await keepFailure(folder, { at: formatInstant(clock()), ...failure, checkpoint: mirror.held!.note })
    tell({ event: 'draw-failed', ...failure })
  }
  return true
}

function judgeOf({ mirror, options, checks }: DrawChecker, { site, log }: { site: Site; log: SiteLog }): Judge {
  const { key, clock } = options
  const own = { ...checks, key, kept: keptNothing, paid: null, nowMs: clock(), settleBet: settleLeaf }
  const { drawOf } = makeChecker(own)
  return async ({ drawId, about }) => {
    const records = {
      checkpoint: log.checkpoint,
      entries: about,
      byDraw: new Map([[drawId, about]]),
      problem: null,
      gaps: 0,
    }
    const mine = keptAbout({ ...keptNothing, notes: await notesAbout(mirror, drawId) }, drawId)
    try {
      const { verdict, steps } = await drawOf({ site, log, records }, drawId, mine)
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
