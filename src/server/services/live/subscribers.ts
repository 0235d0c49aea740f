import type { Log } from '../../world/log.ts'
import type { Subscriber } from '../../world/members/live.ts'

/** The recipients of an event. */
type Addressed = { readonly audience: string; readonly players: readonly string[] | null }

/** The open streams at this node, indexed by player, because most events are for one of thousands. */
export type Subscribers = {
  add(subscriber: Subscriber): void
  delete(subscriber: Subscriber): void
  tell(event: Addressed, frame: Buffer): void
  /** Sends a last frame to the streams of a session that ended, and closes them. */
  dismiss(sessionId: string, frame: Buffer): void
  sessions(): string[]
  count(): number
  /** How many different players there are. */
  players(): number
}

/** What is shown to some is worth as much with a few hundred witnesses as with ten thousand. */
const someMost = 500

export function openSubscribers(log: Log): Subscribers {
  const all = new Set<Subscriber>()
  const byAudience = openIndex()
  const bySession = openIndex()
  const remove = (subscriber: Subscriber) => {
    all.delete(subscriber)
    byAudience.delete(subscriber.audience, subscriber)
    bySession.delete(subscriber.sessionId, subscriber)
  }
  /** Drops a stream that cannot be written to, so that the others still get their events; its browser reconnects and resumes. */
  const attempt = (subscriber: Subscriber, write: () => void) => {
    try {
      write()
    } catch (error) {
      log.warn({ err: error }, 'a live stream could not be written to')
      remove(subscriber)
      subscriber.end()
    }
  }
  /** Those who waited longest. A set keeps the order in which its members were added. */
  const nextInTurn = () => {
    const next = [...all].slice(0, someMost)
    for (const each of next) {
      all.delete(each)
      all.add(each)
    }
    return next
  }
  return {
    add: (subscriber) => {
      all.add(subscriber)
      byAudience.add(subscriber.audience, subscriber)
      bySession.add(subscriber.sessionId, subscriber)
    },
    delete: remove,
    tell: ({ audience, players }, frame) => {
      if (audience === 'everybody') {
        for (const each of all) attempt(each, () => each.send(frame))
        return
      }
      if (audience === 'some') {
        for (const each of nextInTurn()) attempt(each, () => each.send(frame))
        return
      }
      for (const one of players?.map((id) => `player:${id}`) ?? [audience]) {
        for (const each of byAudience.of(one)) attempt(each, () => each.send(frame))
      }
    },
    dismiss: (sessionId, frame) => {
      for (const each of bySession.of(sessionId)) {
        remove(each)
        attempt(each, () => {
          each.send(frame)
          each.end()
        })
      }
    },
    sessions: bySession.names,
    count: () => all.size,
    players: () => byAudience.names().filter((name) => name.startsWith('player:')).length,
  }
}

function openIndex() {
  const known = new Map<string, Set<Subscriber>>()
  return {
    add: (name: string | null, subscriber: Subscriber) => {
      if (name === null) return
      const group = known.get(name)
      if (group) group.add(subscriber)
      else known.set(name, new Set([subscriber]))
    },
    delete: (name: string | null, subscriber: Subscriber) => {
      if (name === null) return
      const group = known.get(name)
      group?.delete(subscriber)
      if (group?.size === 0) known.delete(name)
    },
    of: (name: string): Iterable<Subscriber> => known.get(name) ?? [],
    names: () => [...known.keys()],
  }
}
