import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * How long to rest after work, in multiples of how long it took. Whoever bets is in a hurry; a proof has an hour. The snapshot is read
 * half of the time, because it costs bets something as long as it is open; what was read is worked on a twenty-fourth of the time.
 */
export const paces = { reading: 1, building: 23 } as const

/** Work is done for so long before a rest: less would make each start cost more than the work, more would keep bets waiting. */
const workLeastMs = 20
/** The snapshot's connection may not be idle for long. */
const restMostMs = 2_000
/** On a busy machine, or with many more players, there is no rest after this: whoever makes a proof has its turn for a quarter of an hour. */
const hurryAfterMs = 9 * 60_000

export type AtEase = <T>(pieces: Iterable<T> | AsyncIterable<T>, restsPerWork: number) => AsyncGenerator<T>

/** Passes pieces of work on, with a rest after some of them. */
export function openEase(): AtEase {
  const hurryMs = performance.now() + hurryAfterMs
  return async function* (pieces, restsPerWork) {
    let beganMs = performance.now()
    for await (const piece of pieces) {
      yield piece
      const workedMs = performance.now() - beganMs
      if (workedMs < workLeastMs) continue
      if (performance.now() < hurryMs) await sleep(Math.min(restMostMs, restsPerWork * workedMs))
      beganMs = performance.now()
    }
  }
}
