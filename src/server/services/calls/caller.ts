import type { Endpoint } from '#contract/endpoint'
import type { OperatorRole } from '#contract/ops'

type PlayerCaller = {
  readonly kind: 'player'
  readonly playerId: string
  readonly sessionId: string
  /** When the login password was last given in this session. */
  readonly confirmedAtMs: number
  /** Whether they shut themselves out of playing, by the player's row as it was when the session was looked up. */
  readonly isExcluded: boolean
}
type OperatorCaller = {
  readonly kind: 'operator'
  readonly operatorId: string
  readonly role: OperatorRole
  readonly sessionId: string
  readonly confirmedAtMs: number
  /** Logged in by password alone, to set up a second factor and for nothing else. */
  readonly isEnrolling: boolean
}
export type Caller = { readonly kind: 'visitor' } | PlayerCaller | OperatorCaller

/** Whom a handler of this call can meet. */
export type CallerOf<E extends Endpoint> = E['who'] extends 'player'
  ? PlayerCaller
  : E['who'] extends 'operator'
    ? OperatorCaller
    : Caller

/** What a handler may know about where a request came from. */
export type From = {
  readonly address: string
  readonly agent: string
  readonly language: string
  /** The token of a browser that was logged in before. */
  readonly device: string | null
  /** The token of a visitor who wrote to customer service. */
  readonly visitor: string | null
  /** The address of the app that was asked, as a browser names it. */
  readonly origin: string
}
