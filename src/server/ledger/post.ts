import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { type Posting, type TransferKind, mayGoNegative, netChanges } from '#core/ledger/postings'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../refusal.ts'

/** The id is made by whoever asks for the transfer, so that asking twice cannot move money twice. */
export type Transfer = {
  readonly id: string
  readonly kind: TransferKind
  readonly postings: readonly Posting[]
  readonly atMs: number
}

/**
 * The one function that changes balances. Each account is changed by one conditional update, in account order, so
 * that parallel spends queue instead of overspending or meeting head-on. Refuses when a player has too little.
 */
export async function post(tx: Tx, { id, kind, postings, atMs }: Transfer): Promise<void> {
  assert(
    postings.every(({ amount }) => amount > 0n),
    'a posting moves a positive amount; a negative one would be hidden',
  )
  const changes = netChanges(postings)
  assert(changes.length > 0, 'a transfer moves something')
  await tx
    .insertInto('transfer')
    .values({ id, kind, at: new Date(atMs) })
    .execute()
  await tx
    .insertInto('account')
    .values(changes.map(([ref]) => ({ ref, may_go_negative: mayGoNegative(ref) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  for (const [ref, change] of changes) {
    const changed = await tx
      .updateTable('account')
      .set({ balance: sql`balance + ${change}` })
      .where('ref', '=', ref)
      .where((eb) => eb.or([eb('may_go_negative', '=', true), eb(sql<bigint>`balance + ${change}`, '>=', 0n)]))
      .returning('balance')
      .executeTakeFirst()
    if (!changed) throw new Refusal('insufficient_balance')
    await tx
      .insertInto('entry')
      .values({ transfer_id: id, account_ref: ref, amount: change, balance_after: changed.balance })
      .execute()
  }
}
