import type { AlarmKind } from '#contract/console/desk'

export type Alarm = { readonly kind: AlarmKind; readonly what: string; readonly since: number | null }

export type Finding = { readonly what: string; readonly sinceMs: number | null }

/** This process as the house knows it, and what it found wrong with itself. Kept in memory: the database may be what is wrong. */
export type Node = {
  readonly id: string
  readonly name: string
  /** Why this node must not work on the database that it is connected to; null where it may. */
  out: string | null
  /** What its watches found, each until it says otherwise. */
  readonly findings: ReadonlyMap<AlarmKind, Finding>
  /** Notes what a watch of this node found; null where all is well. */
  find(kind: AlarmKind, found: Finding | null): void
  /** What the webhook was told of. */
  readonly told: Map<AlarmKind, string>
  /** When a draw was last met that the log does not prove; null while there is none. */
  unprovenAtMs: number | null
}
