/** A browser that listens, and as whom. */
export type Subscriber = {
  readonly playerId: string | null
  readonly after: bigint | null
  send(frame: Buffer): void
}

/** Whom an event is for. */
type Addressed = { readonly audience: string; readonly players: readonly string[] | null }

/** Everybody who listens at this node. Found by player, since most events are for one of thousands. */
export type Crowd = {
  add(subscriber: Subscriber): void
  delete(subscriber: Subscriber): void
  tell(event: Addressed, frame: Buffer): void
  count(): number
}

export function openCrowd(): Crowd {
  const all = new Set<Subscriber>()
  const byPlayer = new Map<string, Set<Subscriber>>()
  return {
    add: (subscriber) => {
      all.add(subscriber)
      const { playerId } = subscriber
      if (playerId === null) return
      const known = byPlayer.get(playerId)
      if (known) known.add(subscriber)
      else byPlayer.set(playerId, new Set([subscriber]))
    },
    delete: (subscriber) => {
      all.delete(subscriber)
      const { playerId } = subscriber
      if (playerId === null) return
      const known = byPlayer.get(playerId)
      known?.delete(subscriber)
      if (known?.size === 0) byPlayer.delete(playerId)
    },
    tell: ({ audience, players }, frame) => {
      if (audience === 'everybody') {
        for (const each of all) each.send(frame)
        return
      }
      for (const playerId of players ?? [audience.slice('player:'.length)]) {
        for (const each of byPlayer.get(playerId) ?? []) each.send(frame)
      }
    },
    count: () => all.size,
  }
}
