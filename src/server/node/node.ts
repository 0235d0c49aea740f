import { hostname } from 'node:os'
import type { AlarmKind } from '#contract/console/desk'
import type { Db } from '../db/database.ts'
import { systemRandom } from '../random.ts'

/** This process as the house knows it, and what it found wrong with itself. Kept in memory: the database may be what is wrong. */
export type Node = {
  readonly id: string
  readonly name: string
  /** Why this node must not work on the database that it is connected to; null where it may. */
  out: string | null
  /** What its watches found, each until it says otherwise. */
  readonly findings: Map<AlarmKind, { what: string; sinceMs: number | null }>
  /** What the webhook was told of. */
  readonly told: Map<AlarmKind, string>
}

/** The machine and the process on it: every line of the log has it, so that an alarm leads to its log. */
export const nodeName = `${hostname()}/${process.pid}`

const nodes = new WeakMap<Db, Node>()

/** One per database that is open: two houses in one process, as in tests, are two nodes. */
export function nodeOf(db: Db): Node {
  const known = nodes.get(db)
  if (known) return known
  const node: Node = { id: systemRandom.uuid(), name: nodeName, out: null, findings: new Map(), told: new Map() }
  nodes.set(db, node)
  return node
}

/** Notes what a watch of this node found; null where all is well. */
export function find(db: Db, kind: AlarmKind, found: { what: string; sinceMs: number | null } | null): void {
  const { findings } = nodeOf(db)
  if (found) findings.set(kind, { ...found, sinceMs: findings.get(kind)?.sinceMs ?? found.sinceMs })
  else findings.delete(kind)
}
