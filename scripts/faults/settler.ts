// A node that settles what is due and kills itself with -9 at the statement of that number, as a lost machine would.
import { settleDuePeriods } from '#server/features/bets/settling/settle-due'
import { openReplayApp } from '#server/testing/draws/replay-app'

const [url, atMs, step] = process.argv.slice(2) as [string, string, string]
const clock = { nowMs: () => Number(atMs), steadyMs: () => Number(atMs) }
const app = await openReplayApp(url, clock, 4)
await app.beacon.look()
let count = 0
const query = app.db.query.withPlugin({
  transformQuery: ({ node }) => {
    if (++count === Number(step)) process.kill(process.pid, 'SIGKILL')
    return node
  },
  transformResult: async ({ result }) => result,
})
await settleDuePeriods({ ...app, db: { ...app.db, query } })
process.exit(0)
