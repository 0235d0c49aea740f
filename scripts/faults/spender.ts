// A process that moves money as fast as it can and says so: `try ID` before, `done ID` once it is committed. It lives
// through a database that goes away, asking again under the same id until it knows.
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Posting } from '#core/ledger/postings'
import { parseCents } from '#core/money/cents'
import { errorCode, openDatabase, transaction } from '#server/db/database'
import { post } from '#server/ledger/post'
import { openLog } from '#server/log'
import { systemRandom } from '#server/random'

const [url, ...players] = process.argv.slice(2)
const db = openDatabase({ url: url!, log: openLog('silent'), size: 8 })
const stopping = new AbortController()
// Told to stop by the end of its input: a signal could come while an answer is on its way.
createInterface({ input: process.stdin }).on('close', () => stopping.abort())

await Promise.all(Array.from({ length: 8 }, spend))
await db.close()

async function spend(): Promise<void> {
  while (!stopping.signal.aborted) {
    const id = systemRandom.uuid()
    const player = players[systemRandom.below(players.length)]!
    console.log(`try ${id} ${player}`)
    await settle(id, { from: `player:${player}:available`, to: 'house:result', amount: parseCents('0.01')! })
    console.log(`done ${id} ${player}`)
  }
}

async function settle(id: string, posting: Posting): Promise<void> {
  for (;;) {
    try {
      const transfer = { id, kind: 'demo_grant', postings: [posting], atMs: Date.now() } as const
      return await transaction(db, systemRandom, (tx) => post(tx, transfer))
    } catch (error) {
      // Already there: an earlier try was committed and its answer lost.
      if (errorCode(error) === '23505') return
      await sleep(20)
    }
  }
}
