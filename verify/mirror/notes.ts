import type { WitnessNote } from '#core/fairness/check/witness-note'
import { parseDrawId } from '#core/fairness/records'
import { formatKept, readKeptNotes, type Kept } from '../kept.ts'
import type { Source } from '../source.ts'
import { save } from './folder.ts'

/** Written with every checkpoint, so it holds the notes of the last days only. */
const keptFile = 'kept.json'
const daysAtHand = 2
/** The notes of a day that is past. */
const pastFile = (day: string) => `kept/${day}.json`

type Noted = {
  readonly folder: Source
  readonly held: { readonly note: string } | null
  notes: Record<string, WitnessNote>
}

export function readNotes(folder: Source): Promise<Kept['notes']> {
  return readKeptNotes(folder, keptFile)
}

/** The notes among which that of a draw is, if there is one. */
export async function notesAbout({ folder, notes }: Noted, drawId: string): Promise<Kept['notes']> {
  const day = parseDrawId(drawId)?.day
  return Object.hasOwn(notes, drawId) || !day ? notes : readKeptNotes(folder, pastFile(day))
}

/** Keeps the notes and the newest checkpoint; notes of past days go to files of their own. */
export async function saveKept(mirror: Noted): Promise<void> {
  const checkpoint = mirror.held?.note ?? null
  const dayOf = (drawId: string) => parseDrawId(drawId)?.day ?? 'unknown'
  const days = [...new Set(Object.keys(mirror.notes).map(dayOf))].sort()
  for (const day of days.slice(0, -daysAtHand)) {
    const before = await readKeptNotes(mirror.folder, pastFile(day))
    const noted = Object.entries(mirror.notes)
    const past = noted.filter(([drawId]) => dayOf(drawId) === day)
    const notes = { ...before, ...Object.fromEntries(past) }
    await save(mirror.folder.name, pastFile(day), formatKept({ notes, checkpoint }))
    mirror.notes = Object.fromEntries(noted.filter(([drawId]) => dayOf(drawId) !== day))
  }
  await save(mirror.folder.name, keptFile, formatKept({ notes: mirror.notes, checkpoint }))
}
