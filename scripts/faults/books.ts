import { sql } from 'kysely'
import type { Db } from '#server/world/members/database'
import { openDatabase } from '#server/db/database'
import { auditLedger } from '#server/services/ledger/audit'
import { openLog } from '#server/world/log'
import type { Answers } from './spenders.ts'

/** The keys of everything that players did. */
export async function keysIn(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select key::text from bet union all select id::text from withdrawal union all select id::text from wallet`.execute(
    db.query,
  )
  return new Set(rows.map(({ key }) => key))
}

/** Whatever was acknowledged must be there, and no player may have spent more than they were told. */
export async function lookUp(db: Db, { accepted }: Answers) {
  const there = await keysIn(db)
  const lost = accepted.filter(({ key }) => !there.has(key)).length
  const { rows: spent } = await sql<{ player: string; cents: bigint }>`
    select split_part(ref, ':', 2) as player, -sum(amount)::bigint as cents from entry
    join transfer on transfer.number = transfer_number join account on account.id = account_id
    where kind in ('bet', 'withdrawal_asked') and ref like 'player:%:available' group by ref`.execute(db.query)
  const told = Map.groupBy(accepted, ({ playerId }) => playerId)
  const doubled = spent.filter(({ player, cents }) => {
    const sum = (told.get(player) ?? []).reduce((total, { amount }) => total + amount, 0n)
    return told.has(player) && cents !== sum
  }).length
  const { rows: wallets } = await sql<{ player: string; count: bigint }>`
    select player_id::text as player, count(*) from wallet group by player_id`.execute(db.query)
  // Each had one from the start.
  const tooMany = wallets.filter(({ player, count }) => {
    const added = (told.get(player) ?? []).filter(({ kind }) => kind === 'wallet').length
    return told.has(player) && Number(count) !== added + 1
  }).length
  return { lost, doubled: doubled + tooMany, problems: await auditLedger(db.query) }
}

export async function withDatabase<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase({ url, log: openLog('silent'), size: 2 })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
