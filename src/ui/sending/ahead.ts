export type Ahead<Name, Made> = {
  /** Begins to make one, unless one is being made or kept already. */
  prepare(name: Name): void
  /** Hands out the one that was prepared, or makes one now. Each is handed out once. */
  take(name: Name): Promise<Made>
}

type Options = { readonly freshMs: number; readonly nowMs?: () => number }

/** Makes what takes long before it is needed, and keeps it for so long. What could not be made is made again. */
/* @__NO_SIDE_EFFECTS__ */
export function createAhead<Name, Made>(
  make: (name: Name) => Promise<Made>,
  { freshMs, nowMs = () => performance.now() }: Options,
): Ahead<Name, Made> {
  type Kept = { readonly made: Promise<Made>; readonly untilMs: number }
  const kept = new Map<Name, Kept>()
  const begin = (name: Name): Kept => {
    const known = kept.get(name)
    if (known && nowMs() < known.untilMs) return known
    const begun = { made: make(name), untilMs: nowMs() + freshMs }
    kept.set(name, begun)
    begun.made.catch(() => {
      if (kept.get(name) === begun) kept.delete(name)
    })
    return begun
  }
  return {
    prepare: begin,
    take: (name) => {
      const { made } = begin(name)
      kept.delete(name)
      return made
    },
  }
}
