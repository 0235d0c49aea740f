// A node that settles what is due and kills itself with -9 at the statement of that number, as a lost machine would.
import { watchBeacon } from '#server/beacon/watch'
import { openDatabase } from '#server/db/database'
import { settleDuePeriods } from '#server/features/draws/settle-due'
import { openHub } from '#server/live/hub'
import { openLog } from '#server/log'
import { systemRandom } from '#server/random'
import { replayBeacon } from '#server/testing/draws/replay-beacon'
import { testConfig } from '#server/testing/open-house'

const [url, atMs, step] = process.argv.slice(2) as [string, string, string]
const clock = { nowMs: () => Number(atMs), steadyMs: () => Number(atMs) }
const log = openLog('fatal')
const db = openDatabase({ url, log, size: 4 })
const hub = await openHub({ url, db, clock, log })
const beacon = watchBeacon({ source: replayBeacon({ clock }), clock, db, log })
await beacon.look()
let count = 0
const query = db.query.withPlugin({
  transformQuery: ({ node }) => {
    if (++count === Number(step)) process.kill(process.pid, 'SIGKILL')
    return node
  },
  transformResult: async ({ result }) => result,
})
await settleDuePeriods({ config: testConfig(), db: { ...db, query }, clock, random: systemRandom, hub, log, beacon })
process.exit(0)
