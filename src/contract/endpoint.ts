import type * as z from 'zod/mini'
import type { Capability } from './console/capabilities.ts'
import type { RefusalCode } from './refusals.ts'

/** Who may call: anyone, a signed-in player, or a signed-in operator with the capability named in `can`. */
type Who = 'anyone' | 'player' | 'operator'

/** Classes of rate limit; the server decides how many requests each call of a class takes. Every call is counted by itself. */
export type LimitClass = 'read' | 'write' | 'bet' | 'upload' | 'sign-in' | 'register'

/** A call, declared once. Server, both apps and the published description are made from it. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api/v1`; `:name` takes a field of the input. */
  readonly path: `/${string}`
  readonly summary: string
  readonly who: Who
  readonly can?: Capability
  /** Open to anyone, but a signed-in player is known as such. */
  readonly knowsPlayers?: true
  /** A strict object: unknown fields are refused. Messages that are refusal codes become that refusal. */
  readonly input: z.ZodMiniType
  /** Besides the input's fields, the body is a form with one picture in its field `file`; otherwise it is JSON. */
  readonly body?: 'picture'
  /** What is answered as JSON, or that the answer is a picture itself. */
  readonly output: z.ZodMiniType | 'picture'
  /** What the handler may refuse with, besides what `refusalsOf` adds for every call of its kind. */
  readonly refuses: readonly RefusalCode[]
  readonly limit: LimitClass
  /** Counted by session instead of by account, so that whoever stole a session cannot use up what its owner needs to end it. */
  readonly countsBySession?: true
  /** Asks for the password again when it was last given too long ago: whatever touches money, people or the way in. */
  readonly fresh?: true
  /** Takes an `Idempotency-Key`: the first answer is stored and repeated, whatever happens on the way. */
  readonly once?: true
  /** A page from before the call took a key sends none. Each of its requests is then one of its own. */
  readonly keyOptional?: true
  /** Open to an operator who has yet to set up a second factor; every other call of the console is not. */
  readonly whileEnrolling?: true
}

/** A call's input and output as code sees them; the wire's form is the other side of the same schemas. */
export type Input<E extends Endpoint> = z.output<E['input']>
export type Output<E extends Endpoint> = Decoded<E['output']>
type Decoded<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : never

/** Marked pure so that a page's bundle holds only the calls it makes. */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<const E extends Endpoint>(call: E): E {
  return call
}

const always = ['request_malformed', 'body_too_large', 'too_many_requests', 'busy', 'fault'] as const

/** Everything a call may be refused with: its own reasons and those of its kind. */
export function refusalsOf(call: Endpoint): RefusalCode[] {
  return [
    ...new Set<RefusalCode>([
      ...call.refuses,
      ...(call.who === 'anyone' ? [] : (['not_signed_in', 'session_broken'] as const)),
      ...(call.fresh ? (['confirm_again'] as const) : []),
      ...(call.who === 'operator' && !call.whileEnrolling ? (['second_factor_required'] as const) : []),
      ...(call.can ? (['not_allowed'] as const) : []),
      ...(call.once ? (['key_missing', 'repeat_submission'] as const) : []),
      ...(call.method === 'GET' ? [] : (['foreign_origin'] as const)),
      ...always,
    ]),
  ]
}
