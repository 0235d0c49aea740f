import { sql } from 'kysely'
import { type TransferKind, accountsOf } from '#core/ledger/postings'
import { type Cents, sumCents, zeroCents } from '#core/money/cents'
import type { Queryable } from '../db/database.ts'

type Moved = {
  /** Top-ups credited, less those taken back and what later ones paid for them. */
  readonly deposited: Cents
  /** Withdrawals passed, fee included. */
  readonly withdrawn: Cents
  /** What left the balance for anything but a withdrawal: what was played with. */
  readonly staked: Cents
}

const notStakes: readonly TransferKind[] = ['deposit_reversed', 'shortfall_repaid', 'withdrawal_asked']

type Played = {
  /** Less what was given back. */
  readonly staked: Cents
  readonly won: Cents
  readonly net: Cents
}

/** What a player staked and won from an instant on; bets that are yet to be drawn count as staked. */
export async function playedSince(db: Queryable, playerId: string, sinceMs: number): Promise<Played> {
  const { rows } = await sql<{ staked: bigint; won: bigint }>`
    select coalesce(sum(-amount) filter (where kind in ('bet', 'refund')), 0)::bigint as staked,
      coalesce(sum(amount) filter (where kind in ('payout', 'shadow', 'rebate')), 0)::bigint as won
    from entry join account on account.id = account_id join transfer on transfer.number = transfer_number
    where ref = any (${accountsOf(playerId)}) and entry.at >= ${new Date(sinceMs)}`.execute(db)
  const { staked, won } = rows[0]!
  return { staked: staked as Cents, won: won as Cents, net: (won - staked) as Cents }
}

/** What a player's accounts moved since they were opened, by the entries that prove it. */
export async function movedSinceOpening(db: Queryable, playerId: string): Promise<Moved> {
  const available = `player:${playerId}:available`
  const { rows } = await sql<{ kind: TransferKind; account: string; gained: bigint; lost: bigint }>`
    select kind, ref as account,
      coalesce(sum(amount) filter (where amount > 0), 0)::bigint as gained,
      coalesce(sum(-amount) filter (where amount < 0), 0)::bigint as lost
    from entry join account on account.id = account_id join transfer on transfer.number = transfer_number
    where ref = any (${accountsOf(playerId)})
    group by kind, ref`.execute(db)
  const of = (kind: TransferKind) => rows.find((row) => row.kind === kind)
  const played = rows.filter(({ kind, account }) => account === available && !notStakes.includes(kind))
  const lost = (kind: TransferKind) => of(kind)?.lost ?? zeroCents
  const gained = of('deposit_passed')?.gained ?? zeroCents
  return {
    deposited: (gained - lost('deposit_reversed') - lost('shortfall_repaid')) as Cents,
    withdrawn: lost('withdrawal_passed') as Cents,
    staked: sumCents(played.map(({ lost }) => lost as Cents)),
  }
}
