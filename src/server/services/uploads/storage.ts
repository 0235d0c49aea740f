import type { Readable } from 'node:stream'

/** Where pictures are kept, each under a name that we made. */
export type Storage = {
  /** All of it or nothing; putting the same again does no harm. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Null when there is nothing under that name. */
  get(name: string): Promise<Readable | null>
  /** Whether or not it is there. */
  remove(name: string): Promise<void>
}
