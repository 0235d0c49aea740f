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
