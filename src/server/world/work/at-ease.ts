import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** Work is done for so long before a rest: less would make each start cost more than the work, more would keep bets waiting. */
const workLeastMs = 20
/** The snapshot's connection may not be idle for long. */
const restMostMs = 2_000
/** On a busy machine there is no rest after this: other work waits for what is made at ease. */
const hurryAfterMs = 9 * 60_000

export type AtEase = <T>(pieces: Iterable<T> | AsyncIterable<T>, restsPerWork: number) => AsyncGenerator<T>

/**
 * Passes pieces of work on, with a rest after some of them, so that whoever is in a hurry finds the processor and the locks free. `restsPerWork`
 * is how long to rest, in multiples of how long the work took.
 */
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
