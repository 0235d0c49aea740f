/** When draws have closed so that nothing kept their witnesses from signing in time. */
export type Calm = { readonly fromMs: number; readonly untilMs: number }

/** Whoever waits for an answer that never comes, or was told to wait, asks again within this time. */
const calmAfterMs = 40_000

/** For so long the clock then leaps by little, so that draws close and are witnessed as on a machine that has enough to do. */
const calmMs = 110_000
const quietInCalmMs = 1_500
/** Longer than from the close of a draw to its round, in the quickest games. */
const toRoundMs = 20_000

/** The clock jumps by so much at most when nobody acts any more: each jump makes every job work. */
const quietAtEndMs = 40_000

/** The stretch in which every draw that closes must be witnessed, where nothing breaks from `nowMs` on. */
export function calmAfter(nowMs: number): Calm {
  const fromMs = nowMs + calmAfterMs
  return { fromMs, untilMs: fromMs + calmMs - toRoundMs }
}

/** How far the clock may leap when nothing is under way at the end of a run. */
export function quietAt(nowMs: number, calm: Calm): number {
  if (nowMs < calm.fromMs) return Math.min(quietAtEndMs, calm.fromMs - nowMs)
  return nowMs < calm.untilMs + toRoundMs ? quietInCalmMs : quietAtEndMs
}
