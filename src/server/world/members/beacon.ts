import type { bettingStops } from '#contract/play/draws'
import type { Beacon, BeaconChain, BeaconCheck } from '#core/fairness/beacon'

/** A round whose signature was checked, with the randomness that is its hash. */
export type VerifiedRound = Beacon & { readonly randomness: string }

/** A source of rounds. It verifies every round against `chain`; there is no other way to get one. */
export type BeaconSource = {
  readonly mode: 'public-beacon' | 'house-beacon'
  readonly chain: BeaconChain
  /** The round, or null while no relay has it. */
  fetch(round: number): Promise<VerifiedRound | null>
  /** Whether a round of `chain` that somebody else supplied is genuine. */
  check(beacon: Beacon): Promise<BeaconCheck>
  /** The newest round that exists, or null when no relay answers. */
  newest(): Promise<number | null>
  close(): Promise<void>
}

export type BettingStop = (typeof bettingStops)[number]

/** The beacon as the rest of the server sees it: the rounds to draw with, and whether clock and beacon can be relied on. */
export type BeaconWatch = Pick<BeaconSource, 'mode' | 'chain' | 'fetch' | 'check' | 'close'> & {
  /** Fetches the newest round and checks the clock against it; a job does so every second. */
  look(): Promise<void>
  /** False until the first look has ended: before it, nothing is known of the beacon. */
  hasLooked(): boolean
  /** Why no game may take bets, or null. Called for every bet, so it answers from memory. */
  stop(): BettingStop | null
  /** True when the beacon's newest round shows that a bet on this round would be too late, whatever our clock says. */
  fences(round: number): boolean
  /** False while the clock cannot be trusted: nothing is then opened, closed, drawn or voided. */
  mayAct(): boolean
  /** How far the clock is behind (negative) or ahead of what the newest round allows; null before the first round. */
  driftMs(): number | null
  /** How long ago the newest round that this node knows was due; before the first, how long it has been looked for. */
  roundAgeMs(): number
}
