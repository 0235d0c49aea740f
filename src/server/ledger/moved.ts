import { sql } from 'kysely'
import type { TransferKind } from '#core/ledger/postings'
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

/** What a player's accounts moved since they were opened, by the entries that prove it. */
export async function movedSinceOpening(db: Queryable, playerId: string): Promise<Moved> {
  const available = `player:${playerId}:available`
  const { rows } = await sql<{ kind: TransferKind; account: string; gained: bigint; lost: bigint }>`
    select kind, ref as account,
      coalesce(sum(amount) filter (where amount > 0), 0)::bigint as gained,
      coalesce(sum(-amount) filter (where amount < 0), 0)::bigint as lost
    from entry join account on account.id = account_id join transfer on transfer.number = transfer_number
    where ref in (${available}, ${`player:${playerId}:held`})
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
