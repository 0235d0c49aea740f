import { isText, listOf, objectOf, oneOf } from '#core/fairness/shape'
import { readShape } from '../../public-files.ts'
import type { Source } from '../../source.ts'
import { save } from '../folder.ts'
import type { Mirror } from '../mirror.ts'

/** Draws that should have ended. */
export type Overdue = {
  /** Those that were told. */
  readonly told: Set<string>
  /** Since which look each of them is overdue, and the deadline that had passed when it was judged. */
  readonly found: Map<string, { readonly sinceMs: number; readonly judgedMs: number }>
}

const toldFile = 'overdue.json'
const isTold = objectOf({ v: oneOf(2), drawIds: listOf(isText) })

export async function readOverdue(folder: Source): Promise<Overdue> {
  const told = await readShape(folder, toldFile, isTold)
  return { told: new Set(told?.drawIds), found: new Map() }
}

/** Remembers that a draw was told. Those that ended since are checked like all others, and need not be remembered. */
export async function keepTold({ folder, unfinished }: Mirror, { told }: Overdue, drawId: string): Promise<void> {
  told.add(drawId)
  for (const one of told) if (!unfinished.has(one)) told.delete(one)
  await save(folder.name, toldFile, `${JSON.stringify({ v: 2, drawIds: [...told] })}\n`)
}
