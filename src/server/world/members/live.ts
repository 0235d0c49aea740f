import type { Audience, LiveEvent } from '#contract/live'
import type { Tx } from './database.ts'

export type Hub = {
  /** Writes events as the last act of a transaction; every node tells them after the commit. Fleeting ones are only told. */
  record(tx: Tx, events: readonly LiveEvent[]): Promise<void>
  /** Adds a browser that listens; from the first moment on it knows the number from which it would resume. */
  subscribe(subscriber: Subscriber): () => void
  clients(): number
  isListening(): boolean
  close(): Promise<void>
}

/** A browser that listens, as whom, and with which session; null is nobody in particular. */
export type Subscriber = {
  readonly audience: Audience | null
  readonly sessionId: string | null
  readonly after: bigint | null
  send(frame: Buffer): void
  /** Closes its connection after what was sent. */
  end(): void
}
