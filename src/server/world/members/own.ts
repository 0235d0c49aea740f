import type { Cents } from '#core/money/cents'

/** What a player's own account shows, with the balance and the session that asks. */
export type OwnAccount = {
  readonly id: string
  readonly account: string
  readonly nickname: string
  readonly email: string
  readonly phone: string | null
  readonly country: string | null
  readonly contact: string
  readonly avatar_id: string | null
  readonly language: string
  readonly status: string
  readonly has_payment_password: boolean
  readonly withdrawals_paused_until: Date | null
  readonly excluded_until: Date | null
  readonly created_at: Date
  readonly balance: bigint
  readonly unread: number
  /** Since when the session plays, when it last answered a reminder, and how often the player wants one. */
  readonly playing_since: Date
  readonly reality_answered_at: Date | null
  readonly reality_check_minutes: number | null
}

/** A bet with what its period shows of it, and with its rebate. */
export type OwnBet = {
  readonly draws_at: Date
  readonly account_id: bigint
  readonly period_id: number
  readonly seq: number
  readonly play: string
  readonly selection: string
  readonly line_count: number
  readonly stake: bigint
  readonly odds: number
  readonly at: Date
  readonly draw_id: string
  readonly game: string
  readonly issue: string
  readonly status: string
  readonly closes_at: Date
  readonly outcome: number[] | null
  readonly shadow_outcome: number[] | null
  readonly shadow_settled_at: Date | null
  readonly settled_at: Date | null
  readonly rebate: Cents
}

/**
 * What every phone asks for when a draw ends: its player's account and latest bets. Requests of the same moment share one prepared
 * statement, and each answer is as fresh as that of a statement of its own.
 */
export type OwnReads = {
  account(asked: { readonly playerId: string; readonly sessionId: string }): Promise<OwnAccount | undefined>
  /** The latest bets, of one game or of all, as many as a page shows and one more. */
  bets(asked: { readonly playerId: string; readonly game: string | null }): Promise<readonly OwnBet[]>
}
