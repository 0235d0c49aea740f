import { startTicker, startWatch } from '#server/edges/jobs/ticker'
import { openApp } from '#server/open-app'
import { openLog } from '#server/world/log'
import { systemRandom } from '#server/world/random'
import { testConfig } from '#server/testing/open-house'
import { replayBeacon } from '#server/testing/draws/replay-beacon'

// A node that runs only the ticker, on a fast clock that all such nodes share.
const [url, openedMs, realStartMs, speed] = process.argv.slice(2) as [string, string, string, string]
const nowMs = () => Number(openedMs) + (Date.now() - Number(realStartMs)) * Number(speed)
const clock = { nowMs, steadyMs: nowMs }
const log = openLog('fatal')
const app = await openApp({
  config: testConfig(),
  clock,
  random: systemRandom,
  log,
  url,
  size: 8,
  source: replayBeacon({ clock }),
})
const jobs = [startWatch(app), startTicker(app)]
process.on('SIGTERM', () => {
  void Promise.all(jobs.map((job) => job.stop())).then(() => process.exit(0))
})
