import type { Audience } from '#contract/live'

/** A browser that listens, and as whom; null is nobody in particular. */
export type Subscriber = {
  readonly audience: Audience | null
  readonly after: bigint | null
  send(frame: Buffer): void
}

/** Whom an event is for. */
type Addressed = { readonly audience: string; readonly players: readonly string[] | null }

/** Everybody who listens at this node. Found by whom they are, since most events are for one of thousands. */
export type Crowd = {
  add(subscriber: Subscriber): void
  delete(subscriber: Subscriber): void
  tell(event: Addressed, frame: Buffer): void
  count(): number
}

export function openCrowd(): Crowd {
  const all = new Set<Subscriber>()
  const byAudience = new Map<string, Set<Subscriber>>()
  return {
    add: (subscriber) => {
      all.add(subscriber)
      const { audience } = subscriber
      if (audience === null) return
      const known = byAudience.get(audience)
      if (known) known.add(subscriber)
      else byAudience.set(audience, new Set([subscriber]))
    },
    delete: (subscriber) => {
      all.delete(subscriber)
      const { audience } = subscriber
      if (audience === null) return
      const known = byAudience.get(audience)
      known?.delete(subscriber)
      if (known?.size === 0) byAudience.delete(audience)
    },
    tell: ({ audience, players }, frame) => {
      if (audience === 'everybody') {
        for (const each of all) each.send(frame)
        return
      }
      for (const one of players?.map((id) => `player:${id}`) ?? [audience]) {
        for (const each of byAudience.get(one) ?? []) each.send(frame)
      }
    },
    count: () => all.size,
  }
}
