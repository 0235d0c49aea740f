import { monitorEventLoopDelay } from 'node:perf_hooks'

const resolutionMs = 10
const spanMs = 1_000

let histogram: ReturnType<typeof monitorEventLoopDelay> | null = null
let measured = { atMs: 0, meanMs: 0 }

/** The average delay of the event loop, measured between readings at least a second apart, so that it needs no timer. */
export const loopDelay = {
  meanMs: (): number => {
    const nowMs = performance.now()
    if (!histogram) {
      histogram = monitorEventLoopDelay({ resolution: resolutionMs })
      histogram.enable()
    } else if (nowMs - measured.atMs > spanMs) {
      const { mean, count } = histogram
      measured = { atMs: nowMs, meanMs: count === 0 ? 0 : Math.max(0, mean / 1e6 - resolutionMs) }
      histogram.reset()
    }
    return measured.meanMs
  },
}
