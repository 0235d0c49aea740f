import { type Cents, sumCents } from '#core/money/cents'

type Moved = { readonly at: number; readonly amount: Cents }

/** The movements of one day, and what they come to; null while some of them may not be loaded yet. */
export type Day<Item> = {
  readonly startMs: number
  readonly items: readonly Item[]
  readonly net: Cents | null
}

/** The day by the reader's own clock, as the days of the filter are. */
const startOfDay = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0)

/** Movements, newest first, by day. The last day is only known to be complete when the list is. */
export function byDay<Item extends Moved>(items: readonly Item[], isWhole: boolean): Day<Item>[] {
  const days = [...new Set(items.map(({ at }) => startOfDay(at)))]
  return days.map((startMs, place) => {
    const moved = items.filter(({ at }) => startOfDay(at) === startMs)
    const isComplete = isWhole || place < days.length - 1
    return { startMs, items: moved, net: isComplete ? sumCents(moved.map(({ amount }) => amount)) : null }
  })
}
