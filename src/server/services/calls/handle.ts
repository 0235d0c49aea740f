import type { Endpoint, Input, Output } from '#contract/endpoint'
import type { LiveEvent } from '#contract/live'
import type { Facts } from '#contract/refusals'
import type { App, RunningConfig } from '../../world/app.ts'
import type { BeaconWatch } from '../../world/members/beacon.ts'
import type { Clock } from '../../world/clock.ts'
import type { Db, Tx } from '../../world/members/database.ts'
import type { Log } from '../../world/log.ts'
import type { LogMark } from '../../world/members/log-mark.ts'
import type { Memory } from '../../world/members/memory.ts'
import type { Random } from '../../world/random.ts'
import type { CallerOf, From } from './caller.ts'
import type { PictureFile } from '../uploads/read-picture.ts'
import type { Picture } from '../uploads/send-picture.ts'

type Common<E extends Endpoint> = {
  readonly input: Input<E>
  /** What came in the field `file`, unchecked. */
  readonly file: E extends { body: 'picture' } ? PictureFile : undefined
  readonly caller: CallerOf<E>
  readonly from: From
  readonly nowMs: number
  /** The client-made key: the id of whatever the call makes. */
  readonly key: E extends { once: true } ? string : undefined
  readonly random: Random
  readonly config: RunningConfig
  readonly beacon: BeaconWatch
  readonly log: Log
  readonly logMark: LogMark
  readonly memory: Memory
  /** For what must know the time after a wait; everything else goes by `nowMs`. */
  readonly clock: Clock
  /** Only what the call declares: another code does not compile. */
  refuse(code: E['refuses'][number], facts?: Facts): never
}

/** What slow work before the transaction gets: it may read, and hash a password, but moves nothing. */
export type Before<E extends Endpoint> = Common<E> & { readonly db: Db; readonly app: App }

/** What a handler gets: one transaction and no way past it. */
export type Context<E extends Endpoint, Prepared> = Common<E> & {
  readonly tx: Tx
  readonly prepared: Prepared
  /** Told to browsers after the commit, and only then. */
  publish(event: LiveEvent): void
  /** Sends a queued mail right after the commit; the call is refused with `email_not_sent` where the mail server says no. */
  deliver(mailId: string): void
  /** The token the browser is to keep from now on; null to forget the one it has. */
  keepToken(token: string | null): void
  /** The token by which the browser is to be known from now on, also when nobody is logged in. */
  keepDevice(token: string): void
  /** The token by which customer service is to know a visitor. */
  keepVisitor(token: string): void
}

/** What a call gets that commits its effects by other means than a transaction of its own. */
export type Alone<E extends Endpoint> = Common<E> & { readonly app: App }

/** What a handler returns: the output its call declares, or the picture to send. */
type Answer<E extends Endpoint> = E extends { output: 'picture' } ? Picture : Output<E>

/** A handler with its types folded away, as the router uses it. The call it belongs to stays in `call`. */
export type Handler<E extends Endpoint = Endpoint> = {
  readonly call: E
  before(context: Before<E>): Promise<unknown>
  run(context: Context<E, unknown>): Promise<Answer<E>>
  after?(context: Before<E> & { readonly prepared: unknown }, answer: Output<E>): Promise<void>
  alone?(context: Alone<E>): Promise<Answer<E>>
}

/** Every call of a table has its handler, or the table of handlers does not compile. */
export type HandlersFor<Api extends Record<string, Endpoint>> = { readonly [Name in keyof Api]: Handler<Api[Name]> }

/** Joins a call and what it does. */
export function handle<E extends Endpoint>(
  call: E,
  run: (context: Context<E, undefined>) => Promise<Answer<E>>,
): Handler<E> {
  return handlePrepared(call, async () => undefined, run)
}

/** The same with slow work done first, outside the transaction. */
export function handlePrepared<E extends Endpoint, Prepared>(
  call: E,
  before: (context: Before<E>) => Promise<Prepared>,
  run: (context: Context<E, Prepared>) => Promise<Answer<E>>,
): Handler<E> {
  return { call, before, run: (context) => run(context as Context<E, Prepared>) }
}

/**
 * Joins a call and what it does without a transaction of its own: bets of many requests are committed together. Such a call
 * keeps its own promise that a key has one effect.
 */
export function handleAlone<E extends Endpoint & { once: true }>(
  call: E,
  alone: (context: Alone<E>) => Promise<Answer<E>>,
): Handler<E> {
  const never = async () => {
    throw new Error('a call that runs alone has no transaction')
  }
  return { call, before: never, run: never, alone }
}

type Steps<E extends Endpoint, Prepared> = {
  before(context: Before<E>): Promise<Prepared>
  run(context: Context<E, Prepared>): Promise<Answer<E>>
  /**
   * Runs after the commit and before the answer, also when the answer is a repeated one: what a lost or failed first
   * request left undone is done by the retry. It must do no harm when done twice.
   */
  after(context: Before<E> & { readonly prepared: Prepared }, answer: Output<E>): Promise<void>
}

/** The same with slow work on both sides of the transaction. */
export function handleInSteps<E extends Endpoint, Prepared>(call: E, steps: Steps<E, Prepared>): Handler<E> {
  return {
    ...handlePrepared(call, steps.before, steps.run),
    after: (context, answer) => steps.after({ ...context, prepared: context.prepared as Prepared }, answer),
  }
}
