import { sql } from 'kysely'
import type { App } from '../app.ts'
import { type Queryable, transaction } from '../db/database.ts'
import { ledgerHead } from '../ledger/seal.ts'
import { openPublicLog } from './public-log.ts'

const hourMs = 3_600_000

/**
 * Publishes once an hour where the ledger's chain of seals stands, if it has grown: whoever rewrites sealed entries after
 * that contradicts the signed log. Any node may; the log's lock decides, and an index refuses a second one.
 */
export async function publishLedgerHead(app: App): Promise<void> {
  const nowMs = app.clock.nowMs()
  const latest = await latestHead(app.db.query)
  if (!isDue(latest, nowMs) || !app.beacon.mayAct()) return
  await transaction(app.db, app.random, async (tx) => {
    const log = await openPublicLog(app, tx)
    const [former, head] = [await latestHead(tx), await ledgerHead(tx)]
    if (!head || head.number === former?.number || !isDue(former, log.atMs)) return
    await log.append({ type: 'head', body: { book: 'ledger', number: Number(head.number), hash: head.hash } })
  })
}

function isDue(latest: { at: Date } | null, nowMs: number): boolean {
  return !latest || Math.floor(latest.at.getTime() / hourMs) < Math.floor(nowMs / hourMs)
}

async function latestHead(db: Queryable): Promise<{ at: Date; number: bigint } | null> {
  const { rows } = await sql<{ at: Date; number: bigint }>`
    select at, head_told(line, 'number')::bigint as number from log_record
    where type = 'head' and head_told(line, 'book') = 'ledger'
    order by date_trunc('hour', at at time zone 'UTC') desc limit 1`.execute(db)
  return rows[0] ?? null
}
