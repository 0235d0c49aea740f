import { sql } from 'kysely'
import { type LiveEvent, fleeting } from '#contract/live'
import type { Clock } from '../../world/clock.ts'
import type { Db, Tx } from '../../world/members/database.ts'
import type { Log } from '../../world/log.ts'
import { openSubscribers } from './subscribers.ts'
import type { Hub } from '../../world/members/live.ts'
import { channel, openListener } from './listener.ts'
import { endedSessions } from './ended-sessions.ts'
import { frameOf } from './frames.ts'
import { subscribe, storedAfter } from './subscribe.ts'

type Told = { audience: string; kind: string; body: unknown }
type Stored = Told & { id: bigint; players: string[] | null }

const eventLock = 7_261_002

/** The size of a batch: a node that was cut off for an hour catches up in several reads. */
const readMost = 1_000

/** How often to look for sessions that expired, since no event announces that. */
const checkEveryMs = 60_000

export async function openHub(given: { url: string; db: Db; clock: Clock; log: Log }): Promise<Hub> {
  const { db, clock, log } = given
  const subscribers = openSubscribers(log)
  const reader = openReader({
    db,
    log,
    from: await newestId(db),
    tell: (event) => subscribers.tell(event, frameOf(event)),
  })
  /** Sends a fleeting event. It has no id, so a client resumes from the last stored event. */
  const tellFleeting = (payload: string) => {
    // Any client of the database can send any text on this channel, and an error thrown here would end the process.
    try {
      const event = JSON.parse(payload) as Told
      subscribers.tell({ ...event, players: null }, frameOf(event))
    } catch (error) {
      log.warn({ err: error }, 'a notification on the live channel is not a live event')
    }
  }
  const dismiss = (sessionId: string) =>
    subscribers.dismiss(sessionId, frameOf({ kind: 'session.ended', body: { sessionId } }))
  const checkSessions = async (ids: readonly string[]) => {
    try {
      for (const id of await endedSessions(db, ids, clock.nowMs())) dismiss(id)
    } catch (error) {
      log.error({ err: error }, 'the sessions of live streams could not be checked')
    }
  }
  let checkedMs = clock.steadyMs()
  const catchUp = (since: 'beat' | 'gap') => {
    void reader.read()
    if (since === 'beat' && clock.steadyMs() - checkedMs < checkEveryMs) return
    checkedMs = clock.steadyMs()
    void checkSessions(subscribers.sessions())
  }
  const onNews = (payload: string) => (payload ? tellFleeting(payload) : void reader.read())
  // The event committed with the end of a session says why it ended, so it is sent before the stream is closed.
  const onSessionEnded = (sessionId: string) => void reader.read().then(() => dismiss(sessionId))
  const onLost = (error: unknown) => void db.failures.note(error)
  const listener = openListener({ url: given.url, log, onNews, onSessionEnded, onLost, catchUp })
  await listener.connect()

  return {
    record: (tx, events) => recordEvents(tx, events, new Date(clock.nowMs())),
    subscribe: (subscriber) => {
      const join = () => {
        // The session may have ended between the look-up of its token and this subscription.
        if (subscriber.sessionId !== null) void checkSessions([subscriber.sessionId])
        return subscribe(db, subscribers, { subscriber, upTo: reader.told() })
      }
      // It comes from a node that was quicker to read. Subscribed now, it would get again what it has.
      return (subscriber.after ?? 0n) > reader.told() ? joinAfter(reader.read(), join) : join()
    },
    clients: subscribers.count,
    players: subscribers.players,
    isListening: listener.isListening,
    close: async () => {
      await listener.close()
      await reader.stop()
    },
  }
}

/** Subscribes when `reading` is done, unless the client has left by then. */
function joinAfter(reading: Promise<void>, join: () => () => void): () => void {
  let leave: (() => void) | null = () => {}
  void reading.then(() => {
    if (leave) leave = join()
  })
  return () => {
    leave?.()
    leave = null
  }
}

type Reading = { db: Db; log: Log; from: bigint; tell(event: Stored): void }

/** Reads new events and sends them in order. Only one run at a time, so that runs neither overlap nor skip events. */
function openReader({ db, log, from, tell }: Reading) {
  let told = from
  let reading: Promise<void> = Promise.resolve()
  let isWaiting = false
  const readAll = async () => {
    isWaiting = false
    for (let isMore = true; isMore;) {
      const events = await eventsAfter(db, told)
      for (const event of events) {
        told = event.id
        tell(event)
      }
      isMore = events.length === readMost
    }
  }
  return {
    told: () => told,
    /** Resolves when every event committed before the call was sent, or could not be read. */
    read: (): Promise<void> => {
      if (isWaiting) return reading
      isWaiting = true
      const failed = (error: unknown) => log.error({ err: error }, 'live events could not be read')
      return (reading = reading.then(readAll).catch(failed))
    },
    stop: () => reading,
  }
}

async function recordEvents(tx: Tx, events: readonly LiveEvent[], at: Date): Promise<void> {
  for (const { audience, kind, body } of events.filter((event) => fleeting.includes(event.kind))) {
    await sql`select pg_notify(${channel}, ${JSON.stringify({ audience, kind, body })})`.execute(tx)
  }
  const kept = withDesk(events.filter((event) => !fleeting.includes(event.kind)))
  if (kept.length === 0) return
  // Held until the commit, so that events become visible in the order of their ids and the reader skips none.
  await sql`select pg_advisory_xact_lock(${eventLock})`.execute(tx)
  // Arrays, because the end of thousands of sessions at once would need more parameters than a statement has room for.
  await sql`
    insert into event (audience, kind, body, at)
    select audience, kind, body::jsonb, ${at} from unnest(
      ${kept.map(({ audience }) => audience)}::text[],
      ${kept.map(({ kind }) => kind)}::text[],
      ${kept.map(({ body }) => JSON.stringify(body))}::text[]
    ) with ordinality as told (audience, kind, body, place)
    order by place`.execute(tx)
  await sql`select pg_notify(${channel}, '')`.execute(tx)
}

/** A review that a player sees change is a case in a queue of the console. */
function withDesk(events: readonly LiveEvent[]): readonly LiveEvent[] {
  const cases = events.flatMap((event) => (event.kind === 'review.changed' ? [event.body.id] : []))
  if (cases.length === 0) return events
  return [...events, { audience: 'operators', kind: 'desk.changed', body: { cases } }]
}

async function newestId(db: Db): Promise<bigint> {
  const row = await db.query
    .selectFrom('event')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  return (row?.id as bigint | null) ?? 0n
}

async function eventsAfter(db: Db, after: bigint): Promise<Stored[]> {
  return storedAfter(db, after).select('players').limit(readMost).execute()
}
