import type { Endpoint } from '#contract/endpoint'
import type { OperatorRole } from '#contract/ops'

type PlayerCaller = {
  readonly kind: 'player'
  readonly playerId: string
  readonly sessionId: string
  /** When the login password was last given in this session. */
  readonly confirmedAtMs: number
}
type OperatorCaller = {
  readonly kind: 'operator'
  readonly operatorId: string
  readonly role: OperatorRole
  readonly sessionId: string
  readonly confirmedAtMs: number
  /** Logged in with the password alone: may only set up a second factor. */
  readonly isEnrolling: boolean
}
export type Caller = { readonly kind: 'visitor' } | PlayerCaller | OperatorCaller

/** The kinds of caller that can reach a handler of this call. */
export type CallerOf<E extends Endpoint> = E['who'] extends 'player'
  ? PlayerCaller
  : E['who'] extends 'operator'
    ? OperatorCaller
    : Caller

/** What a handler knows about the origin of a request. */
export type From = {
  readonly address: string
  readonly agent: string
  readonly language: string
  /** The token of a browser that was logged in before. */
  readonly device: string | null
  /** The token of a visitor who wrote to customer service. */
  readonly visitor: string | null
  /** The origin of the app that received the request. */
  readonly origin: string
}
