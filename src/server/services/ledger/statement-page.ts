import { type PlayerAccount, type TransferKind, playerAccounts } from '#core/ledger/postings'
import type { Cents } from '#core/money/cents'
import type { Queryable } from '../../world/members/database.ts'

type Filter = {
  readonly playerId: string
  readonly kind?: TransferKind | undefined
  readonly account?: PlayerAccount | undefined
  readonly from?: number | undefined
  readonly until?: number | undefined
}

type Reading = { readonly order: 'asc' | 'desc'; readonly limit: number; readonly beyond: bigint | null }

/** Reads movements of a player's accounts in the order of their entries, from the end of the previous page on. */
export async function readStatement(db: Queryable, filter: Filter, { order, limit, beyond }: Reading) {
  const { playerId, kind, account, from, until } = filter
  const accounts = account ? [account] : playerAccounts
  const rows = await db
    .selectFrom('entry')
    .innerJoin('account', 'account.id', 'entry.account_id')
    .innerJoin('transfer', 'transfer.number', 'entry.transfer_number')
    .select(['entry.id', 'kind', 'ref', 'amount', 'balance_before', 'balance_after', 'transfer.at'])
    .where(
      'ref',
      'in',
      accounts.map((each) => `player:${playerId}:${each}`),
    )
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .$if(from !== undefined, (query) => query.where('transfer.at', '>=', new Date(from!)))
    .$if(until !== undefined, (query) => query.where('transfer.at', '<', new Date(until!)))
    .$if(beyond !== null, (query) => query.where('entry.id', order === 'asc' ? '>' : '<', beyond!))
    .orderBy('entry.id', order)
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: String(row.id),
    kind: row.kind as TransferKind,
    account: row.ref.split(':').at(-1) as PlayerAccount,
    amount: row.amount as Cents,
    before: row.balance_before as Cents,
    after: row.balance_after as Cents,
    at: row.at.getTime(),
  }))
}
