import { storedCents } from '#core/money/cents'

export type Sums = { bets: bigint; stakes: bigint; paid: bigint }

/** In hundredths of a percent, rounded half away from zero. */
export function share(part: bigint, whole: bigint): number | null {
  return whole === 0n ? null : Math.round((Number(part) / Number(whole)) * 10_000)
}

/** The figures that every report has. */
export function shownSums({ bets, stakes, paid }: Sums) {
  return {
    bets: Number(bets),
    turnover: storedCents(stakes),
    payouts: storedCents(paid),
    grossRevenue: storedCents(stakes - paid),
    hold: share(stakes - paid, stakes),
  }
}
