import type { Readable } from 'node:stream'

/** The storage of pictures, each under a name that we made. */
export type Storage = {
  /** Stores the file completely or not at all; putting the same file again does no harm. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Null when there is nothing under that name. */
  get(name: string): Promise<Readable | null>
  /** Removes the file; does nothing where there is none. */
  remove(name: string): Promise<void>
}
