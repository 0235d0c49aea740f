import { sql } from 'kysely'
import { accountsOf } from '#core/ledger/postings'
import { undecided } from '#core/reviews/review'
import type { Tx } from '../../world/members/database.ts'

/**
 * Why an account whose player is locked cannot be closed: anything open could become money that nobody can reach. Its
 * ledger accounts are locked here as well, so that a bet under way is either found here or finds the account closed.
 */
export async function whatRemains(
  tx: Tx,
  playerId: string,
): Promise<'bets_remain' | 'requests_remain' | 'balance_remains' | null> {
  const { rows: locked } = await sql<{ total: bigint }>`select lock_accounts(${accountsOf(playerId)}) as total`.execute(
    tx,
  )
  const { rows } = await sql<{ bets: boolean; repeat_orders: boolean; requests: boolean }>`
    select has_open_bets(${playerId}) as bets,
      exists (select from repeat_order where player_id = ${playerId} and status = 'running') as repeat_orders,
      exists (select from deposit where player_id = ${playerId} and status = any (${undecided}))
        or exists (select from withdrawal where player_id = ${playerId} and status = any (${undecided})) as requests`.execute(
    tx,
  )
  const { bets, repeat_orders: repeatOrders, requests } = rows[0]!
  if (bets || repeatOrders) return 'bets_remain'
  if (requests) return 'requests_remain'
  return locked[0]!.total > 0n ? 'balance_remains' : null
}
