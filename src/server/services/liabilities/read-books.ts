import { sql } from 'kysely'
import type { Tx } from '../../world/members/database.ts'
import { type Reconciliation, reconcile } from '../ledger/reconcile.ts'
import { type LedgerHead, ledgerHead } from '../ledger/seal.ts'

/**
 * Which entries of the ledger a snapshot saw: all up to `uptoId`, where the newest seal ended, and after that those of the transfers in
 * `later`, none of them beyond `lastId`. With it the ledger of that instant can be added up again at any time.
 */
type Cut = { readonly uptoId: bigint; readonly lastId: bigint; readonly later: readonly string[] }

/** What the ledger owes players, by name. */
type OwedNames = Pick<Reconciliation, 'available' | 'held' | 'repeatOrders'> & { readonly stakes: bigint }

export type Books = { readonly head: LedgerHead | null; readonly cut: Cut; readonly names: OwedNames }

/** More transfers than this are not written down: the ledger has not been sealed for a long time. */
const laterMost = 100_000

/** Reads what the ledger itself says it owes. `tx` is a snapshot. */
export async function readBooks(tx: Tx): Promise<Books> {
  const head = await ledgerHead(tx)
  const uptoId = head?.uptoId ?? 0n
  const { rows } = await sql<{ transfer: string; last_id: bigint }>`
    select transfer_number::text as transfer, max(id) as last_id from entry where id > ${uptoId}
    group by transfer_number order by transfer_number limit ${laterMost + 1}`.execute(tx)
  if (rows.length > laterMost) throw new Error('the ledger has not been sealed for too long')
  const lastId = rows.reduce((most, { last_id: id }) => (id > most ? id : most), uptoId)
  const { available, held, repeatOrders, periods } = await reconcile(tx)
  return {
    head,
    cut: { uptoId, lastId, later: rows.map(({ transfer }) => transfer) },
    names: { available, held, repeatOrders, stakes: periods },
  }
}

/** Lets another connection look at the same snapshot, by the name that this returns, for as long as this transaction is open. */
export async function exportSnapshot(tx: Tx): Promise<string> {
  const { rows } = await sql<{ name: string }>`select pg_export_snapshot() as name`.execute(tx)
  return rows[0]!.name
}
