import { patienceMs, shadowWaitMs } from '#core/fairness/check/log-steps'
import type { Reason } from '#core/fairness/check/finding'
import { formatInstant, parseInstant } from '#core/fairness/instant'
import { parseDrawId } from '#core/fairness/records'
import { isInstant, isText, listOf, objectOf, oneOf, orNull, type Shape } from '#core/fairness/shape'
import type { Verdict } from '#core/fairness/verify'
import { readShape } from '../../public-files.ts'
import type { Source } from '../../source.ts'
import { isEnding, type DrawRecords } from '../days.ts'
import { save } from '../folder.ts'

/** When a draw is to be judged again, and since when something that belongs to it cannot be read. */
export type Waiting = { readonly dueMs: number; readonly unreadSinceMs: number | null }

/** By draw id. */
export type Again = Map<string, Waiting>

const againFile = 'again.json'
const isDrawId: Shape<string> = (value): value is string => isText(value) && parseDrawId(value) !== null
const isAgain = objectOf({
  v: oneOf(2),
  draws: listOf(objectOf({ drawId: isDrawId, due: isInstant, unreadSince: orNull(isInstant) })),
})

export async function readAgain(folder: Source): Promise<Again> {
  const draws = (await readShape(folder, againFile, isAgain))?.draws ?? []
  return new Map(
    draws.map(({ drawId, due, unreadSince }) => {
      const unreadSinceMs = unreadSince === null ? null : parseInstant(unreadSince)!
      return [drawId, { dueMs: parseInstant(due)!, unreadSinceMs }]
    }),
  )
}

/** Stored, since a mirror may be started anew in the meantime. */
export function keepAgain(folder: Source, again: Again): Promise<void> {
  const draws = [...again].map(([drawId, { dueMs, unreadSinceMs }]) => {
    const unreadSince = unreadSinceMs === null ? null : formatInstant(unreadSinceMs)
    return { drawId, due: formatInstant(dueMs), unreadSince }
  })
  return save(folder.name, againFile, `${JSON.stringify({ v: 2, draws })}\n`)
}

/** So long after the end of a draw a check waits for what was not found. */
const waits: Partial<Record<Reason, number>> = {
  'close-not-witnessed': patienceMs,
  'ending-not-witnessed': patienceMs,
  'not-finished': shadowWaitMs,
}
const graceMs = 60_000

/** Until when steps of the check of a draw that ended may yet find something else; null where they found all. */
export function openUntil({ steps }: Verdict, { drawId, about }: DrawRecords): number | null {
  const ended = about.find(isEnding)
  const open = steps.flatMap(({ status, reason }) => (status === 'not-checked' && reason && waits[reason]) || [])
  if (!ended || open.length === 0) return null
  const slots = about.flatMap(({ record }) => (record.type === 'schedule' ? record.body.draws : []))
  const instants = [ended.record.at, ...slots.filter((slot) => slot.drawId === drawId).map(({ drawsAt }) => drawsAt)]
  return Math.max(...instants.map((at) => parseInstant(at)!)) + Math.max(...open) + graceMs
}
