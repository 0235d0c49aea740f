import { startTicker, startWatch } from '#server/edges/jobs/ticker'
import { openReplayApp } from '#server/testing/draws/replay-app'

// A node that runs only the ticker, on a fast clock that all such nodes share.
const [url, openedMs, realStartMs, speed] = process.argv.slice(2) as [string, string, string, string]
const nowMs = () => Number(openedMs) + (Date.now() - Number(realStartMs)) * Number(speed)
const clock = { nowMs, steadyMs: nowMs }
const app = await openReplayApp(url, clock, 8)
const jobs = [startWatch(app), startTicker(app)]
process.on('SIGTERM', () => {
  void Promise.all(jobs.map((job) => job.stop())).then(() => process.exit(0))
})
