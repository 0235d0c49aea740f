import { type PlayerAccount, type TransferKind, playerAccounts } from '#core/ledger/postings'
import type { Cents } from '#core/money/cents'
import type { Queryable } from '../../world/members/database.ts'
import { readByIndexes } from '../../db/read-by-indexes.ts'

type Filter = {
  readonly playerId: string
  readonly kind?: TransferKind | undefined
  readonly account?: PlayerAccount | undefined
  readonly from?: number | undefined
  readonly until?: number | undefined
}

/** The newest movements or the oldest come first, and `beyond` is the last of the previous page. */
type Reading = { readonly order: 'asc' | 'desc'; readonly limit: number; readonly beyond: bigint | null }

/**
 * Reads movements of a player's accounts in the order of their entries. Each account is read only as far as the page needs: otherwise
 * every page would read and sort all that is left of the statement.
 */
export async function readStatement(db: Queryable, filter: Filter, { order, limit, beyond }: Reading) {
  const { playerId, kind, account, from, until } = filter
  const accounts = account ? [account] : playerAccounts
  const rows = await db
    .selectFrom('account')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('entry')
          .select(['entry.id', 'transfer_number', 'amount', 'balance_before', 'balance_after', 'entry.at'])
          .whereRef('entry.account_id', '=', 'account.id')
          .$if(kind !== undefined, (query) =>
            query.innerJoin('transfer', 'transfer.number', 'entry.transfer_number').where('kind', '=', kind!),
          )
          .$if(from !== undefined, (query) => query.where('entry.at', '>=', new Date(from!)))
          .$if(until !== undefined, (query) => query.where('entry.at', '<', new Date(until!)))
          .$if(beyond !== null, (query) => query.where('entry.id', order === 'asc' ? '>' : '<', beyond!))
          .orderBy('entry.id', order)
          .limit(limit)
          .as('own'),
      (join) => join.onTrue(),
    )
    .innerJoin('transfer', 'transfer.number', 'own.transfer_number')
    .select(['own.id', 'ref', 'transfer.id as transfer', 'transfer.kind'])
    .select(['own.amount', 'own.balance_before', 'own.balance_after', 'own.at'])
    .where(
      'ref',
      'in',
      accounts.map((each) => `player:${playerId}:${each}`),
    )
    .orderBy('own.id', order)
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: String(row.id),
    transfer: row.transfer,
    kind: row.kind as TransferKind,
    account: row.ref.split(':').at(-1) as PlayerAccount,
    amount: row.amount as Cents,
    before: row.balance_before as Cents,
    after: row.balance_after as Cents,
    at: row.at.getTime(),
  }))
}

export type Movement = Awaited<ReturnType<typeof readStatement>>[number]

/** A movement as lists show it. */
export const shownMovement = ({ id, kind, account, amount, before, after, at }: Movement) => ({
  id,
  kind,
  account,
  amount,
  before,
  after,
  at,
})

/** Formatting as many takes some milliseconds. Each page comes in a turn of its own, so that other requests are answered in between. */
const pageRows = 1_000

type Paging = Pick<Reading, 'order'> & Partial<Pick<Reading, 'beyond'>> & { readonly most: number }

/** Reads at most as many movements, in pages, and each page from where the last one ended. */
export async function* statementPages(
  db: Queryable,
  filter: Filter,
  { order, most, beyond: start = null }: Paging,
): AsyncGenerator<Movement[]> {
  await readByIndexes(db)
  let beyond = start
  for (let left = most; left > 0; left -= pageRows) {
    const limit = Math.min(left, pageRows)
    const page: Movement[] = await readStatement(db, filter, { order, limit, beyond })
    yield page
    if (page.length < limit) return
    beyond = BigInt(page.at(-1)!.id)
  }
}
