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

/** The operator's hash chains by their names in the public log, each with the function that reads its head. */
const books: Readonly<Record<string, (db: Queryable) => Promise<Head | null>>> = {
  ledger: ledgerHead,
  actions: actionsHead,
}

/**
 * Publishes the head of each chain once an hour, if it has grown. Rewriting the chain after that contradicts the signed log. Any node
 * may publish: the log's lock decides which one does, and a unique index refuses a second head.
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
    select at, head_field(entry, 'number')::bigint as number from log_record
    where type = 'head' and head_field(entry, 'book') = ${book}
    order by date_trunc('hour', at at time zone 'UTC') desc limit 1`.execute(db)
  return rows[0] ?? null
}
