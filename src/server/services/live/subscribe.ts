import { sql } from 'kysely'
import type { Db } from '../../world/members/database.ts'
import type { Subscribers } from './subscribers.ts'
import type { Subscriber } from '../../world/members/live.ts'
import { frameOf, placeFrame, resyncFrame } from './frames.ts'

/**
 * How many events a client that resumes can make the server read and send. A client that missed more reloads everything, which
 * costs less than a day of events. The bound is needed because anybody can ask to resume from any id.
 */
const lookedAtMost = 10_000n
const toldMost = 200

type Joining = { subscriber: Subscriber; upTo: bigint }

/** Adds a client. One that resumes first gets the events it missed; new events are queued until then. */
export function subscribe(db: Db, subscribers: Subscribers, { subscriber, upTo }: Joining): () => void {
  const { after } = subscriber
  if (after === null) {
    subscriber.send(placeFrame(upTo))
    subscribers.add(subscriber)
    return () => subscribers.delete(subscriber)
  }
  const later: Buffer[] = []
  let isGone = false
  const waiting: Subscriber = {
    ...subscriber,
    send: (frame) => void later.push(frame),
    // Its session ended: of the queued frames it gets only the last.
    end: () => {
      isGone = true
      subscriber.send(later.at(-1)!)
      subscriber.end()
    },
  }
  subscribers.add(waiting)
  // If the missed events cannot be read, the client reloads everything.
  void missed(db, { subscriber, after, upTo })
    .catch(() => [resyncFrame(upTo)])
    .then((frames) => {
      subscribers.delete(waiting)
      if (isGone) return
      subscriber.send(Buffer.concat([...frames, ...later]))
      subscribers.add(subscriber)
    })
    .catch(() => subscriber.end())
  return () => {
    isGone = true
    subscribers.delete(waiting)
    subscribers.delete(subscriber)
  }
}

async function missed(db: Db, { subscriber, after, upTo }: Joining & { after: bigint }): Promise<Buffer[]> {
  if (upTo - after > lookedAtMost) return [resyncFrame(upTo)]
  const oldest = await db.query
    .selectFrom('event')
    .select((eb) => eb.fn.min('id').as('id'))
    .executeTakeFirst()
  const isTooOld = after < ((oldest?.id as bigint | null) ?? upTo + 1n) - 1n
  if (isTooOld) return [resyncFrame(upTo)]
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
    .limit(toldMost + 1)
    .execute()
  return events.length > toldMost ? [resyncFrame(upTo)] : [...events.map(frameOf), placeFrame(upTo)]
}

export function storedAfter(db: Db, after: bigint) {
  return db.query.selectFrom('event').select(['id', 'audience', 'kind', 'body']).where('id', '>', after).orderBy('id')
}
