import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { type LiveEvent } from '#contract/live'
import { type Clock } from '../clock.ts'
import { type Db, type Tx } from '../db/database.ts'
import { type Log } from '../log.ts'

type Subscriber = { playerId: string | null; after: bigint | null; send(frame: string): void }

export type Hub = {
  /** Writes events as the last act of a transaction; every node tells them after the commit. */
  record(tx: Tx, events: readonly LiveEvent[]): Promise<void>
  subscribe(subscriber: Subscriber): () => void
  clients(): number
  isListening(): boolean
  close(): Promise<void>
}

type Stored = { id: bigint; audience: string; kind: string; body: unknown }

const channel = 'clearball_event'
const eventLock = 7_261_002

/** Told to a client that was away longer than events are kept: what it shows may be old, so it asks for everything anew. */
const resync = 'event: resync\ndata: {}\n\n'

export async function openHub(given: { url: string; db: Db; clock: Clock; log: Log }): Promise<Hub> {
  const { db, clock, log } = given
  const subscribers = new Set<Subscriber>()
  let told = await newestId(db)
  let isClosed = false
  let listener: Client | null = null

  // One reader at a time: each run tells everything that is new, in order, so runs never overlap or skip.
  let reading: Promise<void> = Promise.resolve()
  const tellNew = () => {
    reading = reading
      .then(async () => {
        for (const event of await eventsAfter(db, told)) {
          told = event.id
          const frame = frameOf(event)
          for (const each of subscribers) if (isFor(event, each.playerId)) each.send(frame)
        }
      }, undefined)
      .catch((error: unknown) => log.error({ err: error }, 'live events could not be read'))
  }

  const listen = async () => {
    for (let waitMs = 100; !isClosed; waitMs = Math.min(waitMs * 2, 5_000)) {
      const client = new Client({ connectionString: given.url, options: '-c role=clearball_app' })
      client.on('error', () => {})
      client.on('notification', tellNew)
      try {
        await client.connect()
        await client.query(`listen ${channel}`)
        client.once('end', () => {
          listener = null
          if (!isClosed) void listen()
        })
        listener = client
        // What was committed while nobody listened.
        return tellNew()
      } catch (error) {
        log.warn({ err: error }, 'live events are not connected')
        await client.end().catch(() => {})
        await sleep(waitMs)
      }
    }
  }
  await listen()

  return {
    record: async (tx, events) => {
      if (events.length === 0) return
      // Held until the commit, so that events become visible in the order of their ids and none is read past.
      await sql`select pg_advisory_xact_lock(${eventLock})`.execute(tx)
      const at = new Date(clock.nowMs())
      await tx
        .insertInto('event')
        .values(events.map(({ audience, kind, body }) => ({ audience, kind, body: JSON.stringify(body), at })))
        .execute()
      await sql`select pg_notify(${channel}, '')`.execute(tx)
    },
    subscribe: (subscriber) => {
      const stop = join(db, subscribers, { subscriber, upTo: told })
      return stop
    },
    clients: () => subscribers.size,
    isListening: () => listener !== null,
    close: async () => {
      isClosed = true
      await listener?.end()
      await reading
    },
  }
}

/** Adds a client; one that resumes first gets what it missed, and what happens meanwhile waits behind that. */
function join(db: Db, subscribers: Set<Subscriber>, { subscriber, upTo }: { subscriber: Subscriber; upTo: bigint }) {
  const { after } = subscriber
  if (after === null) {
    subscribers.add(subscriber)
    return () => void subscribers.delete(subscriber)
  }
  const later: string[] = []
  const waiting = { ...subscriber, send: (frame: string) => void later.push(frame) }
  subscribers.add(waiting)
  let isGone = false
  void missed(db, { subscriber, after, upTo }).then(
    (frames) => {
      subscribers.delete(waiting)
      if (isGone) return
      for (const frame of [...frames, ...later]) subscriber.send(frame)
      subscribers.add(subscriber)
    },
    () => subscriber.send(resync),
  )
  return () => {
    isGone = true
    subscribers.delete(waiting)
    subscribers.delete(subscriber)
  }
}

async function missed(db: Db, { subscriber, after, upTo }: { subscriber: Subscriber; after: bigint; upTo: bigint }) {
  const oldest = await db.query
    .selectFrom('event')
    .select((eb) => eb.fn.min('id').as('id'))
    .executeTakeFirst()
  const isTooOld = after < ((oldest?.id as bigint | null) ?? upTo + 1n) - 1n
  if (isTooOld) return [resync]
  const events = await eventsAfter(db, after)
  return events.filter((event) => event.id <= upTo && isFor(event, subscriber.playerId)).map(frameOf)
}

async function newestId(db: Db): Promise<bigint> {
  const row = await db.query
    .selectFrom('event')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  return (row?.id as bigint | null) ?? 0n
}

async function eventsAfter(db: Db, after: bigint): Promise<Stored[]> {
  return db.query
    .selectFrom('event')
    .select(['id', 'audience', 'kind', 'body'])
    .where('id', '>', after)
    .orderBy('id')
    .execute()
}

function isFor({ audience }: Stored, playerId: string | null): boolean {
  return audience === 'everybody' || (playerId !== null && audience === `player:${playerId}`)
}

function frameOf({ id, kind, body }: Stored): string {
  return `id: ${id}\nevent: ${kind}\ndata: ${JSON.stringify(body)}\n\n`
}
