import { sql } from 'kysely'
import { type LiveEvent, fleeting } from '#contract/live'
import type { Clock } from '../clock.ts'
import type { Db, Tx } from '../db/database.ts'
import type { Log } from '../log.ts'
import { type Crowd, type Subscriber, openCrowd } from './crowd.ts'
import { channel, openEar } from './ear.ts'

export type Hub = {
  /** Writes events as the last act of a transaction; every node tells them after the commit. Fleeting ones are only told. */
  record(tx: Tx, events: readonly LiveEvent[]): Promise<void>
  subscribe(subscriber: Subscriber): () => void
  clients(): number
  isListening(): boolean
  close(): Promise<void>
}

type Told = { audience: string; kind: string; body: unknown }
type Stored = Told & { id: bigint; players: string[] | null }

const eventLock = 7_261_002

/** Told to a client that was away longer than events are kept: what it shows may be old, so it asks for everything anew. */
const resync = Buffer.from('event: resync\ndata: {}\n\n')

export async function openHub(given: { url: string; db: Db; clock: Clock; log: Log }): Promise<Hub> {
  const { db, clock, log } = given
  const subscribers = openCrowd()
  let told = await newestId(db)

  // One reader at a time: each run tells everything that is new, in order, so runs never overlap or skip.
  let reading: Promise<void> = Promise.resolve()
  const tellNew = () => {
    reading = reading
      .then(async () => {
        for (const event of await eventsAfter(db, told)) {
          told = event.id
          // Made once: the same bytes go to every socket.
          const frame = frameOf(event)
          subscribers.tell(event, frame)
        }
      })
      .catch((error: unknown) => log.error({ err: error }, 'live events could not be read'))
  }
  /** Without a number: a client that resumes goes on from the last event that was kept. */
  const tellFleeting = (payload: string) => {
    const event = JSON.parse(payload) as Told
    subscribers.tell({ ...event, players: null }, frameOf(event))
  }
  const onNews = (payload: string) => (payload ? tellFleeting(payload) : tellNew())
  const ear = openEar({ url: given.url, log, onNews })
  await ear.connect()

  return {
    record: (tx, events) => recordEvents(tx, events, new Date(clock.nowMs())),
    subscribe: (subscriber) => join(db, subscribers, { subscriber, upTo: told }),
    clients: subscribers.count,
    isListening: ear.isListening,
    close: async () => {
      await ear.close()
      await reading
    },
  }
}

async function recordEvents(tx: Tx, events: readonly LiveEvent[], at: Date): Promise<void> {
  for (const { audience, kind, body } of events.filter((event) => fleeting.includes(event.kind))) {
    await sql`select pg_notify(${channel}, ${JSON.stringify({ audience, kind, body })})`.execute(tx)
  }
  const kept = events.filter((event) => !fleeting.includes(event.kind))
  if (kept.length === 0) return
  // Held until the commit, so that events become visible in the order of their ids and none is read past.
  await sql`select pg_advisory_xact_lock(${eventLock})`.execute(tx)
  await tx
    .insertInto('event')
    .values(kept.map(({ audience, kind, body }) => ({ audience, kind, body: JSON.stringify(body), at })))
    .execute()
  await sql`select pg_notify(${channel}, '')`.execute(tx)
}

/** Adds a client; one that resumes first gets what it missed, and what happens meanwhile waits behind that. */
function join(db: Db, subscribers: Crowd, { subscriber, upTo }: { subscriber: Subscriber; upTo: bigint }) {
  const { after } = subscriber
  if (after === null) {
    subscribers.add(subscriber)
    return () => subscribers.delete(subscriber)
  }
  const later: Buffer[] = []
  const waiting = { ...subscriber, send: (frame: Buffer) => void later.push(frame) }
  subscribers.add(waiting)
  let isGone = false
  // Where what was missed cannot be found out, the client asks for everything anew.
  void missed(db, { subscriber, after, upTo })
    .catch(() => [resync])
    .then((frames) => {
      subscribers.delete(waiting)
      if (isGone) return
      for (const frame of [...frames, ...later]) subscriber.send(frame)
      subscribers.add(subscriber)
    })
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
  const { audience } = subscriber
  const events = await storedAfter(db, after)
    .where('id', '<=', upTo)
    .where((eb) =>
      eb.or([
        eb('audience', '=', 'everybody'),
        ...(audience === null ? [] : [eb('audience', '=', audience)]),
        ...(audience?.startsWith('player:') ? [sql<boolean>`${audience.slice('player:'.length)} = any (players)`] : []),
      ]),
    )
    .execute()
  return events.map(frameOf)
}

async function newestId(db: Db): Promise<bigint> {
  const row = await db.query
    .selectFrom('event')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  return (row?.id as bigint | null) ?? 0n
}

async function eventsAfter(db: Db, after: bigint): Promise<Stored[]> {
  return storedAfter(db, after).select('players').execute()
}

function storedAfter(db: Db, after: bigint) {
  return db.query.selectFrom('event').select(['id', 'audience', 'kind', 'body']).where('id', '>', after).orderBy('id')
}

function frameOf({ id, kind, body }: Pick<Told, 'kind' | 'body'> & { id?: bigint }): Buffer {
  return Buffer.from(`${id === undefined ? '' : `id: ${id}\n`}event: ${kind}\ndata: ${JSON.stringify(body)}\n\n`)
}
