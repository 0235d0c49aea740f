import { formatInstant, parseInstant } from '#core/fairness/instant'
import type { Entry } from '#core/fairness/log'
import { isCount, isInstant, objectOf, oneOf } from '#core/fairness/shape'
import { readShape } from '../public-files.ts'
import type { Source } from '../source.ts'
import { save } from './folder.ts'

/** A look at the log that came to its end: when it began, by the mirror's clock, and how many records it found. */
export type Look = { readonly atMs: number; readonly size: number }

const lookFile = 'looked.json'
const isLook = objectOf({ v: oneOf(2), at: isInstant, size: isCount })

export async function readLook(folder: Source): Promise<Look | null> {
  const look = await readShape(folder, lookFile, isLook)
  return look && { atMs: parseInstant(look.at)!, size: look.size }
}

export function keepLook(folder: Source, { atMs, size }: Look): Promise<void> {
  return save(folder.name, lookFile, `${JSON.stringify({ v: 2, at: formatInstant(atMs), size })}\n`)
}

/** When a record was found, and when the round of its draw is there. */
type Found = { readonly nowMs: number; readonly roundMs: number }

/** A commit takes a moment, a checkpoint may come from a cache that is a second old, and two clocks never agree. */
const graceMs = 5_000

/**
 * Whether a close record says that it is older than a look that did not find it, though it is found only when the round is there. The
 * commit of an honest house may wait, as for a standby that is away; where bets were fixed before the round, nobody gained by that.
 */
export function isDatedBack({ record, index }: Entry, { atMs, size }: Look, { nowMs, roundMs }: Found): boolean {
  return index >= size && parseInstant(record.at)! < atMs - graceMs && nowMs >= roundMs - graceMs
}
