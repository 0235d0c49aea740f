import type { OperatorRole } from '#contract/ops'

/** A session with the current values of its owner's row. */
export type SessionRow = {
  token_hash: Buffer
  id: string
  player_id: string | null
  operator_id: string | null
  seen_at: Date
  confirmed_at: Date
  ended_at: Date | null
  second_factor_at: Date | null
  role: OperatorRole | null
}

/** Finds a session by the hash of its token. Every request begins with this, so concurrent look-ups share one query. */
export type FindSession = (hash: Buffer) => Promise<SessionRow | undefined>
