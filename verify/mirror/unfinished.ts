import { parseInstant } from '#core/fairness/instant'
import type { Entry } from '#core/fairness/log'
import { drawIdsOf, parseDrawId } from '#core/fairness/records'

/** How far a draw has come that has not ended, and since when its next record is awaited. */
type Progress = { readonly after: 'schedule' | 'close' | 'result'; readonly sinceMs: number }

/** By draw id. */
export type Unfinished = Map<string, Progress>

/**
 * Takes the time of a draw from what players were told, not from its round: one that is years ahead, or of a chain that nobody
 * knows, is no reason to wait.
 */
export function learnProgress(unfinished: Unfinished, { record }: Entry): void {
  if (record.type === 'schedule') {
    for (const { drawId, drawsAt } of record.body.draws) {
      const isNew = parseDrawId(drawId) && !unfinished.has(drawId)
      if (isNew) unfinished.set(drawId, { after: 'schedule', sinceMs: parseInstant(drawsAt)! })
    }
    return
  }
  const [drawId = ''] = drawIdsOf(record)
  const known = unfinished.get(drawId)
  if (!known || known.after === 'result') return
  if (record.type === 'close') unfinished.set(drawId, { ...known, after: 'close' })
  if (record.type === 'result') unfinished.set(drawId, { after: 'result', sinceMs: parseInstant(record.at)! })
}

// As step 3 of a check has it, and a minute more, so that it says the same.
const minuteMs = 60_000
const patienceMs = 30 * minuteMs + 2 * minuteMs
const beaconWaitMs = 7 * 24 * 60 * minuteMs + 2 * minuteMs

/**
 * When a draw that has come no further is overdue. Whoever asks relays may find that its round is there before the seven days
 * are over.
 */
export function deadlinesOf({ after, sinceMs }: Progress, { asksRelays }: { asksRelays: boolean }): number[] {
  const soon = sinceMs + patienceMs
  if (after !== 'close') return [soon]
  return asksRelays ? [soon, sinceMs + beaconWaitMs] : [sinceMs + beaconWaitMs]
}
