import type { Config } from './world/config.ts'

/** What the parent tells a worker: which one it is, and its part of what the node has. */
export type Share = {
  /** Counted from 1. The first has the jobs that a node does once. */
  readonly worker: number
  /** Connections in its pool. */
  readonly size: number
  /** Where the parent serves the figures of all workers; null for a process without a parent, which serves its own. */
  readonly metricsUrl: string | null
}

/** Enough for a worker's jobs and for some requests that wait for one another's locks. */
const poolLeast = 4
/** Besides its pool: two connections for bets, three for audits, rebates and proofs, one to listen. */
const besidesPool = 6
/** The thread that makes the proof of what is owed, which one worker of a node has: one to read and one to write. */
const forProof = 2
/** Enough for twelve workers with the default pool, and for scripts beside them. */
const connectionsLeast = 120
const forScripts = 20

/** The pool of each worker: DATABASE_POOL is for the whole node. */
export function poolOf({ databasePool, workers }: Pick<Config, 'databasePool' | 'workers'>): number {
  return workers === 1 ? databasePool : Math.max(poolLeast, Math.floor(databasePool / workers))
}

/** How many connections the workers of a node take at most. */
export function connectionsOfNode(config: Pick<Config, 'databasePool' | 'workers'>): number {
  return config.workers * (poolOf(config) + besidesPool) + forProof
}

/** The `max_connections` that an embedded database server needs for this node. */
export function connectionsOf(config: Pick<Config, 'databasePool' | 'workers'>): number {
  return Math.max(connectionsLeast, connectionsOfNode(config) + forScripts)
}
