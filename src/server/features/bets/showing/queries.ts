import { sql } from 'kysely'
import type { LogHead } from '#core/fairness/receipt'
import { type Bet, acceptedBet } from '#core/games/bets'
import type { Queryable } from '../../../world/members/database.ts'
import type { TakenBet } from '../receipts.ts'

/** A bet with what its receipt says of the log and the rules. */
export type StoredBet = TakenBet & { readonly bet: Bet; readonly head: LogHead; readonly rulesHash: string }

type Keyed = { readonly owner: bigint; readonly key: string; readonly nowMs: number }

/** The bets that a player placed under an idempotency key, in the order of the slip. */
export async function betsUnderKey(db: Queryable, slip: Keyed): Promise<StoredBet[]> {
  const rows = await storedBets(db).where(isUnderKey(slip)).orderBy('bet.place_in_slip').execute()
  return rows.map(toStored)
}

/**
 * `+ 0` keeps the planner from using the account's index, which would make it scan all of the player's bets. The bounds are those within
 * which `place_bets` looks for a used key; without them every month since the house opened would be searched.
 */
function isUnderKey({ owner, key, nowMs }: Keyed) {
  const now = new Date(nowMs)
  return sql<boolean>`bet.key = ${key} and bet.account_id + 0 = ${owner}
    and bet.draws_at >= ${now}::timestamptz - interval '35 days' and bet.draws_at < ${now}::timestamptz + interval '3 days'`
}

/** One bet, by its period and its number in it. */
export async function storedBet(db: Queryable, bet: { period_id: number; seq: number }): Promise<StoredBet> {
  const row = await storedBets(db)
    .where('bet.period_id', '=', bet.period_id)
    .where('bet.seq', '=', bet.seq)
    .executeTakeFirstOrThrow()
  return toStored(row)
}

function storedBets(db: Queryable) {
  return db
    .selectFrom('bet')
    .innerJoin('period', 'period.id', 'bet.period_id')
    .innerJoin('log_checkpoint', 'log_checkpoint.size', 'bet.log_size')
    .whereRef('bet.draws_at', '=', 'period.draws_at')
    .select([
      'period.draw_id',
      'period.rules_hash',
      'bet.seq',
      'bet.play',
      'bet.selection',
      'bet.stake',
      'bet.odds',
      'bet.at',
      'bet.salt',
      'bet.log_size',
      'log_checkpoint.root',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof storedBets>['execute']>>[number]

function toStored(row: Row): StoredBet {
  return {
    drawId: row.draw_id,
    rulesHash: row.rules_hash,
    seq: row.seq,
    bet: acceptedBet(row),
    atMs: row.at.getTime(),
    salt: row.salt,
    head: { size: Number(row.log_size), root: row.root },
  }
}
