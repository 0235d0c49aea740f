import { accountsOf } from '#core/ledger/postings'
import { type Cents, formatCents } from '#core/money/cents'
import type { Queryable } from '../../world/members/database.ts'

/** Every movement of a player's accounts, oldest first, with the balance before and after it. */
export async function statementOf(db: Queryable, playerId: string) {
  const entries = await db
    .selectFrom('entry')
    .innerJoin('transfer', 'transfer.number', 'entry.transfer_number')
    .innerJoin('account', 'account.id', 'entry.account_id')
    .select(['transfer.id', 'kind', 'entry.at', 'ref', 'amount', 'balance_before', 'balance_after'])
    .where('ref', 'in', accountsOf(playerId))
    .orderBy('entry.id')
    .execute()
  return entries.map(({ id, kind, at, ref, amount, balance_before: before, balance_after: after }) => ({
    id,
    kind,
    at: at.toISOString(),
    account: ref.split(':').at(-1)!,
    amount: formatCents(amount as Cents),
    balanceBefore: formatCents(before as Cents),
    balanceAfter: formatCents(after as Cents),
  }))
}
