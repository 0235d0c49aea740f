import { type BetLeaf, betLeafHash } from '#core/fairness/bets'
import type { Queryable } from '../../db/database.ts'

/** The bets of a period as they are published, in order of acceptance, in pieces of a few thousand. */
export type BetsOfPeriod = (db: Queryable, periodId: number) => AsyncIterable<readonly BetLeaf[]>

/** What closing needs of them: their hashes as the tree holds them, and their stakes in cents. */
export type LeavesOfPeriod = (
  db: Queryable,
  periodId: number,
) => AsyncIterable<readonly { readonly leaf: Uint8Array; readonly stake: number }[]>

/** Nothing takes bets yet, so no period has any. */
export const betsOfPeriod: BetsOfPeriod = async function* () {}

export const leavesOfPeriod: LeavesOfPeriod = async function* (db, periodId) {
  for await (const piece of betsOfPeriod(db, periodId)) {
    yield piece.map((bet) => ({ leaf: betLeafHash(bet), stake: bet.stake }))
  }
}
