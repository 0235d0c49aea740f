import type { Audience, LiveEvent } from '#contract/live'
import type { Tx } from './database.ts'

export type Hub = {
  /**
   * Writes events as the last statement of a transaction; every node sends them to its browsers after the commit. Fleeting events
   * are sent without being stored.
   */
  record(tx: Tx, events: readonly LiveEvent[]): Promise<void>
  /** Adds a browser's stream and sends it at once the event id from which it can resume. */
  subscribe(subscriber: Subscriber): () => void
  clients(): number
  /** Different players with a stream at this node. */
  players(): number
  isListening(): boolean
  close(): Promise<void>
}

/** A browser's open stream. Audience and session are null for a visitor. */
export type Subscriber = {
  readonly audience: Audience | null
  readonly sessionId: string | null
  readonly after: bigint | null
  send(frame: Buffer): void
  /** Closes the connection once everything sent has been delivered. */
  end(): void
}
