import type { Page } from '@playwright/test'

/** Writes down from now on how long each interaction takes to be shown. */
export async function watchInteractions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const taps = new Map<number, number>()
    Object.assign(window, { taps })
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[])
        if (interactionId) taps.set(interactionId, Math.max(duration, taps.get(interactionId) ?? 0))
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
}

/** How long each interaction took, once the last one has been shown. */
export async function interactions(page: Page): Promise<number[]> {
  await page.waitForTimeout(1_000)
  return page.evaluate(() => [...(window as unknown as { taps: Map<number, number> }).taps.values()])
}

/** Interaction to next paint, by its definition: the slowest interaction, ignoring one in fifty. */
export const inpOf = (taps: readonly number[]): number =>
  taps.toSorted((a, b) => b - a)[Math.floor(taps.length / 50)] ?? 0
