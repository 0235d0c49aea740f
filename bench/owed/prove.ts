// Makes one proof in a process of its own, so that its memory and processor time are those of the proof alone.
import { emptyMemory } from '#server/open-app'
import { openDatabase } from '#server/db/database'
import { openLeafThread } from '#server/services/liabilities/leaf-thread'
import { takeDueSnapshot } from '#server/services/liabilities/take-snapshot'
import type { App } from '#server/world/app'
import { systemClock } from '#server/world/clock'
import { openLog } from '#server/world/log'
import { systemRandom } from '#server/world/random'
import { Secret } from '#server/world/secrets/secret'
import { provingApp } from './bench-app.ts'

const [url, dataFolder] = process.argv.slice(2) as [string, string]
const log = openLog('silent')
const db = openDatabase({ url, log, size: 4 })
const config = { operatorKey: new Secret('0c'.repeat(32)), logOrigin: 'bench.example/fair/log' }
const given = { db, clock: systemClock, random: systemRandom, log, config, memory: emptyMemory() } as App
const thread = openLeafThread()
// A thread alone does not keep a process alive, and unused connections are closed.
const alive = setInterval(() => undefined, 60_000)
const idleMb = process.memoryUsage().rss / 2 ** 20
const before = process.cpuUsage()
const startedMs = performance.now()
if (!(await takeDueSnapshot(provingApp(given, dataFolder), thread))) throw new Error('this hour has its proof already')
const { user, system } = process.cpuUsage(before)
const seconds = (performance.now() - startedMs) / 1_000
console.log(
  JSON.stringify({ seconds, cpuSeconds: (user + system) / 1e6, mb: process.resourceUsage().maxRSS / 1024, idleMb }),
)
clearInterval(alive)
await thread.close()
await db.close()
