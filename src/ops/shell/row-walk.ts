import { useShortcuts } from './shortcuts.ts'

/** What J and K stop at: the first thing to press in each row of a table, and whatever else a page marks as a stop. */
function stops(): HTMLElement[] {
  const places = [...document.querySelectorAll<HTMLElement>('main tbody tr, main [data-stop]')]
  const opening = (row: HTMLElement) => row.querySelector<HTMLElement>('a[href], button:enabled, summary') ?? []
  return places.flatMap((each) => (each.matches('tr') ? opening(each) : each))
}

/**
 * J and K move the focus from row to row, where Enter opens the row. A page with a queue has these keys for the
 * queue.
 */
export function useRowWalk(): void {
  const step = (by: number) => () => {
    if (document.querySelector('main [data-queue]')) return false
    const places = stops()
    const here = document.activeElement
    const at = places.findIndex((each) => each === here || each.closest('tr')?.contains(here))
    const next = places[Math.min(places.length - 1, Math.max(0, at + by))]
    next?.focus()
    return next !== undefined
  }
  useShortcuts({ j: step(1), k: step(-1) })
}
