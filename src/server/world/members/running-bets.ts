import type { Queryable } from './database.ts'

/** The number, total stake and Merkle root of a draw's bets. */
export type BetTally = { readonly bets: number; readonly stakeTotal: number; readonly root: Buffer }

/** The trees of the bets of open draws, kept up as bets come in, so that a tally reads only what came since the last one. */
export type RunningBets = {
  tally(db: Queryable, periodId: number): Promise<BetTally>
  forget(periodId: number): void
}
