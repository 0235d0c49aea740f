import { AsyncLocalStorage } from 'node:async_hooks'
import { callbackify } from 'node:util'
import { Client, type QueryResult } from 'pg'
import { type Activity, type Place, inPlace } from './context.ts'

/** What becomes of a statement: it is carried out, or its connection is lost before the server got it, or before the answer came. */
export type Fate = 'goes' | 'lost-before' | 'lost-after'

type Outcome = { readonly error: Error | null; readonly result: QueryResult | null }

/** A statement that a node wants to send. It waits here until the scheduler lets it go. */
export type Statement = {
  readonly number: number
  readonly place: Place
  readonly client: Client
  readonly pid: number
  readonly text: string
  /** The statement without its values. */
  readonly words: string
  /** The statement before it in the same transaction; null for the first. */
  readonly former: string | null
  /** Set when the server has answered and the node has not been told yet. */
  outcome: Outcome | null
  readonly send: () => void
  readonly answered: Promise<void>
  readonly deliver: (outcome: Outcome) => void
}

type Connection = { readonly queue: Statement[]; former: string | null; hasEnded: boolean }
type Sent = (error: Error | null, result: QueryResult) => void

/** The only way from the nodes to the database. One statement of a connection waits at the gate at a time, as they were sent. */
export class Gate {
  readonly #connections = new Map<Client, Connection>()
  readonly #activity: Activity
  #last = 0
  /** Sent to the server and not answered yet, because another transaction holds a lock that they need. */
  readonly blocked = new Set<Statement>()
  /** Called when a statement arrives at the gate. */
  onArrive: (statement: Statement) => void = () => {}

  constructor(activity: Activity) {
    this.#activity = activity
  }

  /** The statements that may be sent now, oldest first. */
  waiting(): Statement[] {
    const heads = [...this.#connections.values()].flatMap(({ queue }) => queue[0] ?? [])
    return heads.filter((each) => !this.blocked.has(each)).sort((one, other) => one.number - other.number)
  }

  connectionsOf(place: Place): Client[] {
    return [...this.#connections.keys()].filter((client) => places.get(client) === place)
  }

  /** Tells the node what the server answered. */
  finish(statement: Statement, outcome: Outcome): void {
    const connection = this.#connections.get(statement.client)
    connection?.queue.shift()
    if (connection?.hasEnded && connection.queue.length === 0) this.#connections.delete(statement.client)
    this.blocked.delete(statement)
    this.#activity.bump()
    if (connection) connection.former = endsTransaction(statement.text) || outcome.error ? null : statement.words
    if (!statement.place.isDead) statement.deliver(outcome)
  }

  clear(): void {
    this.#last = 0
    this.#connections.clear()
    this.blocked.clear()
  }

  /** The connection is gone. What still waits on it fails when it is sent. */
  end(client: Client): void {
    const connection = this.#connections.get(client)
    if (!connection) return
    connection.hasEnded = true
    if (connection.queue.length === 0) this.#connections.delete(client)
  }

  /** Forgets a connection of a crashed node, with what waited on it. */
  forget(client: Client): void {
    for (const statement of this.#connections.get(client)?.queue ?? []) this.blocked.delete(statement)
    this.#connections.delete(client)
  }

  arrive(client: Client, place: Place, { text, sent, args }: { text: string; sent: Sent; args: unknown[] }): void {
    const connection = this.#connections.get(client) ?? { queue: [], former: null, hasEnded: false }
    this.#connections.set(client, connection)
    const answered = Promise.withResolvers<void>()
    const inContext = AsyncLocalStorage.snapshot()
    const statement: Statement = {
      number: ++this.#last,
      place,
      client,
      pid: (client as unknown as { processID: number }).processID,
      text,
      words: shortened(text),
      former: connection.former,
      outcome: null,
      answered: answered.promise,
      send: () =>
        inContext(() => {
          const done: Sent = (error, result) => {
            statement.outcome = { error, result: error ? null : result }
            answered.resolve()
          }
          sendNow.apply(client, [...args, done] as never)
        }),
      deliver: ({ error, result }) => inContext(() => sent(error, result as QueryResult)),
    }
    connection.queue.push(statement)
    this.onArrive(statement)
    this.#activity.bump()
  }
}

const places = new WeakMap<Client, Place>()
const { query: sendNow } = Client.prototype
const endNow: (this: Client, callback?: (error: Error) => void) => Promise<void> = Client.prototype.end
const connectNow = Client.prototype.connect as (this: Client, callback?: (error: Error) => void) => Promise<Client>

const endsTransaction = (text: string) => /^\s*(commit|rollback)\b/i.test(text)

/** A statement without its values and its white space: the same at each run. */
function shortened(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/'[^']*'::timestamptz/g, 'now()')
    .replaceAll(/\(\$\d+(, ?\$\d+)*\)(, ?\(\$\d+(, ?\$\d+)*\))*/g, '(…)')
    .trim()
}

/** Puts the gate between the driver and every node. Code outside of nodes passes freely. */
export function installGate(gate: Gate, activity: Activity): void {
  const proto = Client.prototype as unknown as Record<string, unknown>
  proto.connect = function (this: Client, callback?: (error: Error) => void) {
    const place = inPlace.getStore()
    if (!place) return callback ? connectNow.call(this, callback) : connectNow.call(this)
    places.set(this, place)
    // Notifications come whenever the network likes. Nodes look for what they missed at each heartbeat, as after a lost one.
    this.on('notification', () => {})
    this.emit = emitting(this.emit.bind(this), place)
    this.once('end', () => {
      gate.end(this)
      activity.bump()
    })
    if (place.isDead) return callback ? undefined : new Promise(() => {})
    // The server's own limits count real time, of which a simulated second may take any amount.
    Object.assign((this as unknown as { connectionParameters: object }).connectionParameters, {
      statement_timeout: 0,
      idle_in_transaction_session_timeout: 0,
    })
    // Outside of the node: proving the password takes real time and work of its own.
    const connected = activity.during(
      'opening a connection',
      inPlace.exit(() => connectNow.call(this)),
    )
    if (!callback) return connected
    return callbackify(() => connected)(callback)
  }
  proto.end = function (this: Client, callback?: (error?: Error) => void) {
    const place = places.get(this)
    if (!place || place.isDead || !activity.isArmed) return callback ? endNow.call(this, callback) : endNow.call(this)
    const ended = activity.during('closing a connection', endNow.call(this))
    if (!callback) return ended
    return callbackify(() => ended)(callback)
  }
  proto.query = function (this: Client, ...given: unknown[]) {
    const place = places.get(this)
    const [config] = given as [string | { text: string; submit?: unknown }]
    if (!place || (typeof config === 'object' && config.submit)) return sendNow.apply(this, given as never)
    const callback = given.findLast((each) => typeof each === 'function') as Sent | undefined
    const text = atVirtualTime(typeof config === 'string' ? config : config.text, place)
    const [, ...values] = given.filter((each) => each !== callback && each !== undefined)
    const args = [typeof config === 'string' ? text : { ...config, text }, ...values]
    if (place.isDead) return callback ? undefined : new Promise(() => {})
    if (callback) return gate.arrive(this, place, { text, args, sent: callback })
    return new Promise((resolve, reject) => {
      const sent: Sent = (error, result) => (error ? reject(error) : resolve(result))
      gate.arrive(this, place, { text, args, sent })
    })
  }
}

/** A few statements ask the server for the time, which is not the simulation's. */
const atVirtualTime = (text: string, place: Place) =>
  text.replaceAll('now()', () => `'${new Date(place.nowMs()).toISOString()}'::timestamptz`)

/** Whoever listens to a connection runs in its node. */
function emitting(emit: Client['emit'], place: Place): Client['emit'] {
  const within = (...args: unknown[]) => inPlace.run(place, () => (emit as (...all: unknown[]) => boolean)(...args))
  return ((name: string, ...args: unknown[]) =>
    name === 'notification' ? false : within(name, ...args)) as Client['emit']
}
