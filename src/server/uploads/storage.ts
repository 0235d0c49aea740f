import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '../config.ts'
import { folderStorage } from './folder-storage.ts'
import { s3Storage } from './s3-storage.ts'

/** Where pictures are kept, each under a name that we made. */
export type Storage = {
  /** All of it or nothing; putting the same again does no harm. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Null when there is nothing under that name. */
  get(name: string): Promise<Readable | null>
  /** Whether or not it is there. */
  remove(name: string): Promise<void>
}

/** S3-compatible storage where it is configured, otherwise a folder. Nothing is held open, so it is made when needed. */
export function openStorage(config: Config, nowMs: number): Storage {
  return config.s3 ? s3Storage(config.s3, nowMs) : folderStorage(join(config.dataFolder, 'uploads'))
}
