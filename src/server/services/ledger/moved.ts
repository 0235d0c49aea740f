import { sql } from 'kysely'
import { type TransferKind, accountsOf } from '#core/ledger/postings'
import { type Cents, zeroCents } from '#core/money/cents'
import type { Queryable } from '../../world/members/database.ts'

type MovedCash = {
  /** Credited top-ups, less reversed ones and what later top-ups repaid for them. */
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

/** What came in and went out since a player's accounts were opened, summed from the entries. */
export async function cashSinceOpening(db: Queryable, playerId: string): Promise<MovedCash> {
  const { rows } = await sql<{ kind: TransferKind; gained: bigint; lost: bigint }>`
    select kind, coalesce(sum(amount) filter (where amount > 0), 0)::bigint as gained,
      coalesce(sum(-amount) filter (where amount < 0), 0)::bigint as lost
    from entry join account on account.id = account_id join transfer on transfer.number = transfer_number
    where ref = any (${accountsOf(playerId)})
      and kind in ('deposit_passed', 'deposit_reversed', 'shortfall_repaid', 'withdrawal_passed')
    group by kind`.execute(db)
  const of = (kind: TransferKind) => rows.find((row) => row.kind === kind)
  const lost = (kind: TransferKind) => of(kind)?.lost ?? zeroCents
  const gained = of('deposit_passed')?.gained ?? zeroCents
  return {
    deposited: (gained - lost('deposit_reversed') - lost('shortfall_repaid')) as Cents,
    withdrawn: lost('withdrawal_passed') as Cents,
  }
}

/** The same, and what was staked. */
export async function movedSinceOpening(db: Queryable, playerId: string): Promise<Moved> {
  return { ...(await cashSinceOpening(db, playerId)), staked: await stakedSince(db, playerId, null) }
}
