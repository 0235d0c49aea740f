import type { Log } from '../../world/log.ts'
import type { Subscriber } from '../../world/members/live.ts'

/** Whom an event is for. */
type Addressed = { readonly audience: string; readonly players: readonly string[] | null }

/** Everybody who listens at this node. Found by whom they are, since most events are for one of thousands. */
export type Subscribers = {
  add(subscriber: Subscriber): void
  delete(subscriber: Subscriber): void
  tell(event: Addressed, frame: Buffer): void
  /** Tells those who listen with this session that it is over, and lets them hear nothing more. */
  dismiss(sessionId: string, frame: Buffer): void
  sessions(): string[]
  count(): number
}

export function openSubscribers(log: Log): Subscribers {
  const all = new Set<Subscriber>()
  const byAudience = openIndex()
  const bySession = openIndex()
  const remove = (subscriber: Subscriber) => {
    all.delete(subscriber)
    byAudience.delete(subscriber.audience, subscriber)
    bySession.delete(subscriber.sessionId, subscriber)
  }
  /** Whoever cannot be written to is let go, and comes back to resume; the others hear what is theirs. */
  const attempt = (subscriber: Subscriber, write: () => void) => {
    try {
      write()
    } catch (error) {
      log.warn({ err: error }, 'a live stream could not be written to')
      remove(subscriber)
      subscriber.end()
    }
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
