import { join } from 'node:path'
import type { Config } from '../../world/config.ts'
import { folderStorage } from './folder-storage.ts'
import { s3Storage } from './s3-storage.ts'
import type { Storage } from './storage.ts'

/** S3-compatible storage where it is configured, otherwise a folder. It holds nothing open, so callers make one when they need it. */
export function openStorage(config: Config, nowMs: number): Storage {
  return config.s3 ? s3Storage(config.s3, nowMs) : folderStorage(join(config.dataFolder, 'uploads'))
}
