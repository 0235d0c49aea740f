import { sql } from 'kysely'
import type { App } from '../../world/app.ts'
import type { Queryable } from '../../world/members/database.ts'
import { transaction } from '../../db/database.ts'
import { actionsHead } from '../actions/action-chain.ts'
import { eachAlone } from '../../world/work/each-alone.ts'
import { ledgerHead } from '../ledger/seal.ts'
import { openPublicLog } from './public-log.ts'

const hourMs = 3_600_000

type Head = { readonly number: bigint; readonly hash: string }

/** The operator's own books, by the name that the public log gives them, and where the chain of each ends. */
const books: Readonly<Record<string, (db: Queryable) => Promise<Head | null>>> = {
  ledger: ledgerHead,
  actions: actionsHead,
}

/**
 * Publishes once an hour where the chain of each book stands, if it has grown: whoever rewrites what is in it after that
 * contradicts the signed log. Any node may; the log's lock decides, and an index refuses a second one.
 */
export async function publishHeads(app: App): Promise<void> {
  await eachAlone(Object.entries(books), async ([book, headOf]) => {
    const latest = await latestHead(app.db.query, book)
    if (!isDue(latest, app.clock.nowMs()) || !app.beacon.mayAct()) return
    await transaction(app.db, app.random, async (tx) => {
      const log = await openPublicLog(app, tx)
      const [former, head] = [await latestHead(tx, book), await headOf(tx)]
      if (!head || head.number === former?.number || !isDue(former, log.atMs)) return
      await log.append({ type: 'head', body: { book, number: Number(head.number), hash: head.hash } })
    })
  })
}

function isDue(latest: { at: Date } | null, nowMs: number): boolean {
  return !latest || Math.floor(latest.at.getTime() / hourMs) < Math.floor(nowMs / hourMs)
}

async function latestHead(db: Queryable, book: string): Promise<{ at: Date; number: bigint } | null> {
  const { rows } = await sql<{ at: Date; number: bigint }>`
    select at, head_told(line, 'number')::bigint as number from log_record
    where type = 'head' and head_told(line, 'book') = ${book}
    order by date_trunc('hour', at at time zone 'UTC') desc limit 1`.execute(db)
  return rows[0] ?? null
}
