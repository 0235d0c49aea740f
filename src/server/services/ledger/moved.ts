import { sql } from 'kysely'
import type { Cents } from '#core/money/cents'
import type { Queryable } from '../../world/members/database.ts'
import { owedBy } from './owed.ts'

type MovedCash = {
  /** Credited top-ups, less reversed ones and what was repaid for them. */
  readonly deposited: Cents
  /** Withdrawals passed, fee included. */
  readonly withdrawn: Cents
}

type Moved = MovedCash & {
  /** What was bet and not given back. */
  readonly staked: Cents
}

type Played = {
  /** Less what was given back. */
  readonly staked: Cents
  readonly won: Cents
  readonly net: Cents
}

/**
 * What a player staked from an instant on, or ever: what was bet and not given back, bets that are yet to be drawn included. Money
 * that is set aside for a repeat order is not staked. Limits (`play_used`) and everything shown use this meaning.
 */
async function stakedSince(db: Queryable, playerId: string, sinceMs: number | null): Promise<Cents> {
  const before = sinceMs === null ? '-infinity' : new Date(sinceMs - 1)
  const { rows } = await sql<{ staked: bigint }>`
    select coalesce(sum(staked), 0)::bigint as staked from staked_by_draw(${playerId}, ${before})`.execute(db)
  return rows[0]!.staked as Cents
}

/** What a player staked since an instant, and what was paid to them since. */
export async function playedSince(db: Queryable, playerId: string, sinceMs: number): Promise<Played> {
  const { rows } = await sql<{ won: bigint }>`
    select coalesce(sum(amount), 0)::bigint as won
    from entry join account on account.id = account_id join transfer on transfer.number = transfer_number
    where ref = ${`player:${playerId}:available`} and entry.at >= ${new Date(sinceMs)}
      and kind in ('payout', 'shadow', 'rebate')`.execute(db)
  const staked = await stakedSince(db, playerId, sinceMs)
  const won = rows[0]!.won as Cents
  return { staked, won, net: (won - staked) as Cents }
}

/**
 * What came in and went out since a player's accounts were opened. It is summed from the decided requests: a player can make any number
 * of entries, but only as many requests as somebody decides.
 */
export async function cashSinceOpening(db: Queryable, playerId: string): Promise<MovedCash> {
  const { rows } = await sql<{ credited: bigint; reversed: bigint; withdrawn: bigint }>`
    select
      (select coalesce(sum(received), 0)::bigint from deposit where player_id = ${playerId}) as credited,
      (select coalesce(sum(amount), 0)::bigint from deposit_reversal where player_id = ${playerId}) as reversed,
      (select coalesce(sum(amount), 0)::bigint from withdrawal where player_id = ${playerId} and status = 'passed') as withdrawn`.execute(
    db,
  )
  const { credited, reversed, withdrawn } = rows[0]!
  // Of a reversed top-up the player bears all but what they still owe.
  const deposited = credited - reversed + (await owedBy(db, playerId))
  return { deposited: deposited as Cents, withdrawn: withdrawn as Cents }
}

/** The same, and what was staked. */
export async function movedSinceOpening(db: Queryable, playerId: string): Promise<Moved> {
  return { ...(await cashSinceOpening(db, playerId)), staked: await stakedSince(db, playerId, null) }
}
