const hourMs = 3_600_000

/** What a player may be notified of. Each is news about something of their own; there is no kind that invites to play. */
export const pushKinds = ['settled', 'withdrawal', 'service', 'break_ended'] as const

export type PushKind = (typeof pushKinds)[number]

/** How long the news is worth sending: a player who looks an hour after a draw sees its result anyway. */
export const pushLifeMs: Readonly<Record<PushKind, number>> = {
  settled: hourMs,
  withdrawal: 24 * hourMs,
  service: 24 * hourMs,
  break_ended: 24 * hourMs,
}

type Addressee = {
  /** The kinds that the player switched on. */
  readonly wanted: readonly string[]
  /** Until when the player has shut themselves out of playing; null where they never did. */
  readonly excludedUntilMs: number | null
}

/** Whether a player may be notified now. While they are excluded nothing is sent, so a break's end is told only after it. */
export function mayNotify(kind: PushKind, { wanted, excludedUntilMs }: Addressee, nowMs: number): boolean {
  return wanted.includes(kind) && (excludedUntilMs === null || excludedUntilMs <= nowMs)
}
