/** A message that got no answer is tried again within eight seconds (`outbox.ts`). */
const waitMs = 10_000
const lookMs = 100

let countUnsent = () => 0

/** Names the count of what is on its way and in memory alone: a reload would lose it. */
export function waitForUnsent(count: () => number): void {
  countUnsent = count
}

/** Waits a while until nothing is unsent, and answers whether that is so. */
export async function isAllSent(): Promise<boolean> {
  const endsAt = performance.now() + waitMs
  while (countUnsent() > 0 && performance.now() < endsAt) await new Promise((resolve) => setTimeout(resolve, lookMs))
  return countUnsent() === 0
}

/** Reloads for somebody who asked for it: once everything is sent, or after a while. */
export async function reload(): Promise<void> {
  await isAllSent()
  location.reload()
}
