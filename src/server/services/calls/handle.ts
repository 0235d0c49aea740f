import type { Endpoint, Input, Output } from '#contract/endpoint'
import type { LiveEvent } from '#contract/live'
import type { Facts } from '#contract/refusals'
import type { App, RunningConfig } from '../../world/app.ts'
import type { BeaconWatch } from '../../world/members/beacon.ts'
import type { Clock } from '../../world/clock.ts'
import type { Source } from '../../world/members/answers.ts'
import type { Db, Queryable, Tx } from '../../world/members/database.ts'
import type { Log } from '../../world/log.ts'
import type { LogMark } from '../../world/members/log-mark.ts'
import type { Witnesses } from '../../world/members/witnesses.ts'
import type { OwnReads } from '../../world/members/own.ts'
import type { Memory } from '../../world/members/memory.ts'
import type { Random } from '../../world/random.ts'
import type { CallerOf, From } from './caller.ts'
import type { PictureFile } from '../uploads/read-picture.ts'
import type { Picture } from '../uploads/send-picture.ts'

type Common<E extends Endpoint> = {
  readonly input: Input<E>
  /** The content of the field `file`, unchecked. */
  readonly file: E extends { body: 'picture' } ? PictureFile : undefined
  readonly caller: CallerOf<E>
  readonly from: From
  readonly nowMs: number
  /** The idempotency key, made by the client; also the id of what the call creates. */
  readonly key: E extends { once: true } ? string : undefined
  readonly random: Random
  readonly config: RunningConfig
  readonly beacon: BeaconWatch
  readonly log: Log
  readonly logMark: LogMark
  readonly witnesses: Witnesses
  readonly memory: Memory
  readonly own: OwnReads
  /** For code that needs the time after a wait; everything else uses `nowMs`. */
  readonly clock: Clock
  /** Accepts only the refusals that the call declares; any other code does not compile. */
  refuse(code: E['refuses'][number], facts?: Facts): never
}

/** The context of slow work before the transaction, such as hashing a password: it may read, but must not write. */
export type Before<E extends Endpoint> = Common<E> & { readonly db: Db; readonly app: App }

/** The context of a handler: one transaction, and no other access to the database. */
export type Context<E extends Endpoint, Prepared> = Common<E> & {
  readonly tx: Tx
  readonly prepared: Prepared
  /** Sends a live event to browsers, only after the commit. */
  publish(event: LiveEvent): void
  /** Sends a queued mail right after the commit; if that fails, the call is refused with `email_not_sent`. */
  deliver(mailId: string): void
  /** Sets the browser's session token; null deletes it. */
  keepToken(token: string | null): void
  /** Sets the token that identifies the browser, also while nobody is logged in. */
  keepDevice(token: string): void
  /** Sets the token that identifies a visitor to customer service. */
  keepVisitor(token: string): void
}

/** The context of a call that commits its effects by other means than a transaction of its own. */
export type Alone<E extends Endpoint> = Common<E> & {
  readonly app: App
  /** The hash, in hex, of the token that the request came with. */
  readonly token: string
  /** Refuses the request if its session does not hold now. */
  requireSession(): Promise<void>
}

/** The context of a call that only reads. */
export type Reading<E extends Endpoint> = Common<E> & { readonly db: Queryable }

/** The context of an answer that is the same for everybody: nothing in it tells who asks. */
export type Sharing<E extends Endpoint> = Omit<Common<E>, 'caller' | 'from' | 'file' | 'key' | 'own' | 'clock'> & {
  readonly db: Queryable
  /** Says at which instant time alone changes the answer. */
  holdsUntil(ms: number): void
}

/** What an answer for everybody is made from. */
export type Shared<E extends Endpoint> = {
  /** Null where it stays the same as long as the server runs. */
  readonly source: Source | null
  /** What the answer shows of this node's own state. */
  local?(node: Pick<App, 'beacon' | 'witnesses'>): string
  run(context: Sharing<E>): Promise<Answer<E>>
}

/** What a handler returns: the output that its call declares, or the picture to send. */
type Answer<E extends Endpoint> = E extends { output: 'picture' } ? Picture : Output<E>

/** A handler without its specific types, as the router uses it, together with its call. */
export type Handler<E extends Endpoint = Endpoint> = {
  readonly call: E
  before(context: Before<E>): Promise<unknown>
  run(context: Context<E, unknown>): Promise<Answer<E>>
  after?(context: Before<E> & { readonly prepared: unknown }, answer: Output<E>): Promise<void>
  alone?(context: Alone<E>): Promise<Answer<E>>
  read?(context: Reading<E>): Promise<Answer<E>>
  /** Whether all that `read` reads is of one instant. */
  readonly isSnapshot?: boolean
  readonly shared?: Shared<E>
}

/** A table of handlers compiles only if it has a handler for every call. */
export type HandlersFor<Api extends Record<string, Endpoint>> = { readonly [Name in keyof Api]: Handler<Api[Name]> }

/** Declares the handler of a call. */
export function handle<E extends Endpoint>(
  call: E,
  run: (context: Context<E, undefined>) => Promise<Answer<E>>,
): Handler<E> {
  return handlePrepared(call, async () => undefined, run)
}

/** Declares a handler with slow work before the transaction. */
export function handlePrepared<E extends Endpoint, Prepared>(
  call: E,
  before: (context: Before<E>) => Promise<Prepared>,
  run: (context: Context<E, Prepared>) => Promise<Answer<E>>,
): Handler<E> {
  return { call, before, run: (context) => run(context as Context<E, Prepared>) }
}

/**
 * Declares a handler without a transaction of its own, because the bets of many requests are committed together. Such a handler
 * must itself make sure that an idempotency key has one effect. It must also check the session (`token`) in the statement that has the effect: the
 * caller is only who held the token a moment ago. Before any other answer `requireSession` is called; for refusals that is done already.
 */
export function handleAlone<E extends Endpoint & { once: true }>(
  call: E,
  alone: (context: Alone<E>) => Promise<Answer<E>>,
): Handler<E> {
  return { call, ...noTransaction, alone }
}

const never = async () => {
  throw new Error('this call has no transaction')
}
const noTransaction = { before: never, run: never }

/** Declares a handler that only reads, and whose statements need not be of one instant: each runs by itself. */
export function handleRead<E extends Endpoint & { method: 'GET' }>(
  call: E,
  read: (context: Reading<E>) => Promise<Answer<E>>,
): Handler<E> {
  return { call, ...noTransaction, read }
}

/** Declares a handler that only reads, for figures that must agree with each other: all its statements read one snapshot. */
export function handleSnapshot<E extends Endpoint & { method: 'GET' }>(
  call: E,
  read: (context: Reading<E>) => Promise<Answer<E>>,
): Handler<E> {
  return { ...handleRead(call, read), isSnapshot: true }
}

/**
 * Declares a handler whose answer is the same for everybody. It is made once for each version of its source and served from memory, so it
 * must depend on nothing else than its input, the source, `local` and the time; see `services/answers`.
 */
export function handleShared<E extends Endpoint & { method: 'GET'; who: 'anyone'; knowsPlayers?: never }>(
  call: E,
  shared: Shared<E>,
): Handler<E> {
  return { call, ...noTransaction, shared }
}

type Steps<E extends Endpoint, Prepared> = {
  before(context: Before<E>): Promise<Prepared>
  run(context: Context<E, Prepared>): Promise<Answer<E>>
  /**
   * Runs after the commit and before the answer, also for the stored answer to a retry, so that a retry completes what a failed
   * first request left undone. It must be idempotent.
   */
  after(context: Before<E> & { readonly prepared: Prepared }, answer: Output<E>): Promise<void>
}

/** Declares a handler with slow work before and after the transaction. */
export function handleInSteps<E extends Endpoint, Prepared>(call: E, steps: Steps<E, Prepared>): Handler<E> {
  return {
    ...handlePrepared(call, steps.before, steps.run),
    after: (context, answer) => steps.after({ ...context, prepared: context.prepared as Prepared }, answer),
  }
}
