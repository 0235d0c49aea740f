/**
 * Two rounds of the beacon. A clock that is wrong by more could take bets on a draw that somebody can already compute.
 */
export const clockToleranceMs = 6_000
/** How long the beacon may be late or out of reach before that counts. */
const silenceMs = 10_000

export type ClockReading = {
  readonly nowMs: number
  /** A clock that nobody can set; only its differences mean anything. */
  readonly steadyMs: number
  /** What `nowMs - steadyMs` was when a round last confirmed the clock, or at the start where none has yet. */
  readonly trustedOffsetMs: number
  readonly wasConfirmed: boolean
  /** When the newest verified round was due, null where none is known; and how long rounds last. */
  readonly newestRoundMs: number | null
  readonly roundMs: number
}

/**
 * `right`: clock and beacon agree. `silent`: no fresh round, but the clock ran on steadily, so the beacon is late;
 * draws go on by the failure policy, bets do not. `wrong`: the clock is behind the beacon, was set, or was ahead of the
 * beacon from the start; nothing is done by it.
 */
export type ClockVerdict = 'right' | 'silent' | 'wrong'

export function clockVerdict(reading: ClockReading): ClockVerdict {
  const { nowMs, newestRoundMs } = reading
  if (Math.abs(nowMs - reading.steadyMs - reading.trustedOffsetMs) > clockToleranceMs) return 'wrong'
  if (newestRoundMs === null) return 'silent'
  if (nowMs < newestRoundMs - clockToleranceMs) return 'wrong'
  if (nowMs <= newestRoundMs + reading.roundMs + clockToleranceMs + silenceMs) return 'right'
  return reading.wasConfirmed ? 'silent' : 'wrong'
}

type Confirmation = { readonly nowMs: number; readonly newestRoundMs: number; readonly roundMs: number }

/** Whether a round just fetched confirms the clock: what the clock predicts is at most two rounds away. */
export function confirmsClock({ nowMs, newestRoundMs, roundMs }: Confirmation): boolean {
  return nowMs >= newestRoundMs - clockToleranceMs && nowMs < newestRoundMs + roundMs + clockToleranceMs
}

/** A bet on a round is refused from two rounds before it on, counted by the beacon itself: whatever the clock says. */
export function isFenced(round: number, newestRound: number): boolean {
  return newestRound >= round - 2
}
