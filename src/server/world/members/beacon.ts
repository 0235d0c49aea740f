import type { bettingStops } from '#contract/play/draws'
import type { Beacon, BeaconChain, BeaconCheck } from '#core/fairness/beacon'

/** A round whose signature was checked, with the randomness that is its hash. */
export type VerifiedRound = Beacon & { readonly randomness: string }

/** Where rounds come from. Whatever it gives was verified against `chain` first; there is no other way to a round. */
export type BeaconSource = {
  readonly mode: 'public-beacon' | 'house-beacon'
  readonly chain: BeaconChain
  /** The round, or null while nobody has it. */
  fetch(round: number): Promise<VerifiedRound | null>
  /** Whether somebody else's word for a round of `chain` is genuine. */
  check(beacon: Beacon): Promise<BeaconCheck>
  /** The newest round that exists, or null when nobody can be asked. */
  newest(): Promise<number | null>
  close(): Promise<void>
}

export type BettingStop = (typeof bettingStops)[number]

/** The beacon as the rest of the server sees it: rounds to draw with, and whether time and beacon allow to go on. */
export type BeaconWatch = Pick<BeaconSource, 'mode' | 'chain' | 'fetch' | 'check' | 'close'> & {
  /** Asks for the newest round and judges the clock by it; a job does so every second. */
  look(): Promise<void>
  /** Why no bet may be taken in any game, or null. Asked for every bet, so it answers at once. */
  stop(): BettingStop | null
  /** True where the beacon itself is so far that a bet on this round is too late, whatever the clock says. */
  fences(round: number): boolean
  /** False while the clock cannot be trusted: then nothing is opened, closed, drawn or voided by it. */
  mayAct(): boolean
  /** How far the clock is outside what the newest round allows: below zero behind, above ahead; null before the first. */
  driftMs(): number | null
}
