/** What was measured of one bet that comes alone in its request, in seconds. */
export type Parts = {
  /** Processor time of the app, and of PostgreSQL. */
  readonly app: number
  readonly database: number
  /** Writing its row, while the draws of its batch are locked. */
  readonly underLock: number
  /** Making a batch durable, under the same lock. */
  readonly flush: number
}

export type Plan = {
  readonly workers: number
  /** The most bets a second that each part can do, whatever the others do. */
  readonly most: { readonly app: number; readonly database: number; readonly lock: number }
  readonly first: keyof Plan['most']
  /** At half of what saturates first: bets in a batch, and seconds that a bet waits for the batches before it and for its own. */
  readonly batch: number
  readonly waits: number
}

/** The app's own limit. */
const slipsMost = 256
/** Batches of one worker that are under way at once. */
const lanes = 2

/**
 * A machine with so many cores, half of them for the workers and half for PostgreSQL, and bets that all are on the same draws. Workers and
 * PostgreSQL are stations with many servers, each busy for the processor time of a bet. The lock of a draw is a station with
 * one server: a batch of b bets holds it for b × underLock + flush. Slips wait in batches, so what arrives during one round of all
 * lanes is in the next: b = rate × hold(b), and a round takes lanes × workers × hold(b), if all lanes are busy.
 */
export function planFor(cores: number, { app, database, underLock, flush }: Parts): Plan {
  const workers = Math.max(1, Math.floor(cores / 2))
  const hold = (batch: number) => batch * underLock + flush
  const most = { app: workers / app, database: (cores - workers) / database, lock: slipsMost / hold(slipsMost) }
  const first = (Object.keys(most) as (keyof typeof most)[]).reduce((a, b) => (most[b] < most[a] ? b : a))
  const rate = most[first] / 2
  const batch = Math.max(1, (rate * flush) / (1 - rate * underLock))
  // Fewer lanes are busy where fewer batches arrive than the lock can take in turns.
  const busy = Math.min(lanes * workers, Math.max(1, rate * hold(1)))
  return { workers, most, first, batch, waits: busy * hold(batch) }
}
