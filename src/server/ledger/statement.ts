import { type Cents, formatCents } from '#core/money/cents'
import type { Queryable } from '../db/database.ts'

/** Every movement of a player's accounts, oldest first, with what was there after it. */
export async function statementOf(db: Queryable, playerId: string) {
  const entries = await db
    .selectFrom('entry')
    .innerJoin('transfer', 'transfer.id', 'entry.transfer_id')
    .select(['transfer.id', 'kind', 'at', 'account_ref', 'amount', 'balance_after'])
    .where('account_ref', 'in', [`player:${playerId}:available`, `player:${playerId}:held`])
    .orderBy('entry.id')
    .execute()
  return entries.map(({ id, kind, at, account_ref: account, amount, balance_after: balanceAfter }) => ({
    id,
    kind,
    at: at.toISOString(),
    account: account.split(':').at(-1)!,
    amount: formatCents(amount as Cents),
    balanceAfter: formatCents(balanceAfter as Cents),
  }))
}
