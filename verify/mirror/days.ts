import type { Entry } from '#core/fairness/log'
import { drawIdsOf, parseDrawId, type RecordType } from '#core/fairness/records'
import { readDay } from '../public-files.ts'
import { readRecords, readTiles, type SiteLog } from '../site-log.ts'
import { Unreadable } from '../source.ts'

const endings: readonly RecordType[] = ['settle', 'void', 'cancel', 'skip']

/** Whether a record ends its draw. */
export function isEnding({ record }: Entry): boolean {
  return endings.includes(record.type)
}

/** The draws that a record speaks of, by day. */
export function drawsByDay({ record }: Entry): Map<string, Set<string>> {
  const days = new Map<string, Set<string>>()
  for (const drawId of drawIdsOf(record)) {
    const day = parseDrawId(drawId)?.day
    if (day) days.set(day, (days.get(day) ?? new Set()).add(drawId))
  }
  return days
}

/** All records about a draw. */
export type DrawRecords = { readonly drawId: string; readonly about: readonly Entry[] }

/** All records about the draws of a day that lie before some number of the log. */
type DayRecords = { readonly byDraw: Map<string, Entry[]>; end: number }

/** The last days that were asked for, the newest last. */
export type Days = Map<string, DayRecords>

const daysAtHand = 4

/** A day's records, as far as they were read. */
export async function dayRecords(days: Days, day: string, log: SiteLog): Promise<DayRecords> {
  const found = days.get(day) ?? (await readDayRecords(log, day))
  days.delete(day)
  days.set(day, found)
  if (days.size > daysAtHand) days.delete(days.keys().next().value!)
  return found
}

/** A day's records with this one among them. Every later record of the log has to be added in turn. */
export async function dayWith(days: Days, day: string, { entry, log }: { entry: Entry; log: SiteLog }) {
  const found = await dayRecords(days, day, log)
  if (entry.index >= found.end) {
    add(found.byDraw, day, entry)
    found.end = entry.index + 1
  }
  return found.byDraw
}

async function readDayRecords(log: SiteLog, day: string): Promise<DayRecords> {
  const range = await readDay(log.source, day)
  const byDraw: DayRecords['byDraw'] = new Map()
  for await (const tiles of readTiles(log, range)) {
    for (const entry of soundRecords(log, tiles, range)) add(byDraw, day, entry)
  }
  return { byDraw, end: log.checkpoint!.size }
}

/** Records of the mirror's own folder, which were checked when they were stored. */
export function soundRecords(...read: Parameters<typeof readRecords>): readonly Entry[] {
  const { entries, problem } = readRecords(...read)
  if (problem) throw new Unreadable(`the mirror in ${read[0].source.name} is damaged: ${problem.code}`)
  return entries
}

function add(byDraw: DayRecords['byDraw'], day: string, entry: Entry): void {
  for (const drawId of drawsByDay(entry).get(day) ?? []) {
    const known = byDraw.get(drawId)
    if (known) known.push(entry)
    else byDraw.set(drawId, [entry])
  }
}
