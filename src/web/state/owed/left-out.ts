type Proof = { readonly number: number; readonly at: number }

/** The newest proof is shown to everybody a moment before it is to its players; so long it may be missing. */
const momentMs = 10 * 60_000

type About = {
  /** The newest proof that the house shows to everybody. */
  readonly newest: Proof | null
  /** The newest that it showed to this player. */
  readonly last: Proof | undefined
  readonly createdAt: number
  readonly nowMs: number
}

/**
 * When the proof was made in which a player has no part, who is shown none: everybody who had an account by then has a file, even one
 * who was owed nothing. Null where none is missing.
 */
export function leftOutAt({ newest, last, createdAt, nowMs }: About): number | null {
  if (!newest || newest.number <= (last?.number ?? 0)) return null
  return newest.at > createdAt && newest.at <= nowMs - momentMs ? newest.at : null
}
