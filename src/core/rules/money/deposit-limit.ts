import type { Cents } from '../../money/cents.ts'

const dayMs = 24 * 3_600_000

/** How far back a limit counts. They roll: no midnight at which everything is allowed anew. */
export const limitSpans = ['day', 'week', 'month'] as const

export type LimitSpan = (typeof limitSpans)[number]

export const spanMs: Readonly<Record<LimitSpan, number>> = { day: dayMs, week: 7 * dayMs, month: 30 * dayMs }

/** Nobody raises a limit in the heat of the moment: an increase waits this long and is then confirmed once more. */
export const increaseWaitMs = dayMs

/** An increase that is not confirmed for so long after that is forgotten: months later, one tap would raise the limit without a wait. */
export const increaseLastsMs = 7 * dayMs

/** Whether a change protects less than before; no limit at all protects least. */
export function isIncrease(from: Cents | null, to: Cents | null): boolean {
  if (from === null) return false
  return to === null || to > from
}

/** Whether nothing would change: this limit is in force already, or it is the increase that waits. */
export function isAsBefore(
  { amount, pending }: { amount: Cents | null; pending: { amount: Cents | null } | null },
  to: Cents | null,
): boolean {
  return (pending ?? { amount }).amount === to
}

/** What may still be paid in under a limit. Gross: what was withdrawn in between makes no room. */
export function roomUnder(limit: Cents, paidIn: Cents): Cents {
  return (paidIn >= limit ? 0n : limit - paidIn) as Cents
}
