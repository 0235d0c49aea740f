import { watchBeacon } from '#server/beacon/watch'
import { openDatabase } from '#server/db/database'
import { startTicker, startWatch } from '#server/jobs/ticker'
import { openHub } from '#server/live/hub'
import { openLog } from '#server/log'
import { systemRandom } from '#server/random'
import { testConfig } from '#server/testing/open-house'
import { replayBeacon } from '#server/testing/draws/replay-beacon'

// One node that does nothing but tick, on a clock that runs fast and is the same for all of them.
const [url, openedMs, realStartMs, speed] = process.argv.slice(2) as [string, string, string, string]
const nowMs = () => Number(openedMs) + (Date.now() - Number(realStartMs)) * Number(speed)
const clock = { nowMs, steadyMs: nowMs }
const log = openLog('fatal')
const db = openDatabase({ url, log, size: 8 })
const hub = await openHub({ url, db, clock, log })
const beacon = watchBeacon({ source: replayBeacon({ clock }), clock, db, log })
const app = { config: testConfig(), db, clock, random: systemRandom, hub, log, beacon }
const jobs = [startWatch(app), startTicker(app)]
process.on('SIGTERM', () => {
  void Promise.all(jobs.map((job) => job.stop())).then(() => process.exit(0))
})
