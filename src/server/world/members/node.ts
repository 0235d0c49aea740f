import type { AlarmKind } from '#contract/console/desk'

export type Alarm = { readonly kind: AlarmKind; readonly what: string; readonly since: number | null }

export type Finding = { readonly what: string; readonly sinceMs: number | null }

/** This process, and the problems it found with itself. They are kept in memory because the database may be the problem. */
export type Node = {
  readonly id: string
  readonly name: string
  /** Aborted when this node is told to stop: it is no longer ready, and still serves. */
  readonly stopping: AbortController
  /** Aborted when it takes no new connections and only answers on those it has. */
  readonly draining: AbortController
  /** Why this node must not work with its database; null where it may. */
  out: string | null
  /** The problems that this node's checks found; each stays until the same check finds it gone. */
  readonly findings: ReadonlyMap<AlarmKind, Finding>
  /** Records what a check found; null where all is well. */
  find(kind: AlarmKind, found: Finding | null): void
  /** The alarms of the whole house, as the first process of the node last found them. */
  ofHouse: readonly Alarm[]
  /** The alarms that were already sent to the webhook. */
  readonly told: Map<AlarmKind, string>
  /** When this node last came across a draw that the public log does not prove; null if it never did. */
  unprovenAtMs: number | null
}
