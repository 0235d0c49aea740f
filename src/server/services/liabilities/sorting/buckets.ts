import { closeSync, openSync, readSync, rmSync, unlinkSync, writeSync } from 'node:fs'

export const bucketCount = 256

/**
 * Sorts records roughly, with little memory: each goes into one of 256 buckets, full chunks of which go to a file. The file has no name once
 * it is open, so that nothing is left of it when the process ends. It is written and read synchronously, on a thread of its own.
 */
export type Buckets = {
  /** Where records are written to. The lengths of all records together are multiples of whatever they are to be aligned to. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Makes room for a record and returns where it begins in `bytes`. */
  reserve(bucket: number, length: number): number
  /** Everything in a bucket, in the order in which it was added, in memory that the next read uses again. */
  read(bucket: number): Uint8Array<ArrayBuffer>
  close(): void
}

/** What is written to the file at once; there are 256 of them in memory. */
export const chunkBytes = 2 ** 13

type Chunk = { readonly at: number; readonly length: number }

export function openBuckets(path: string): Buckets {
  rmSync(path, { force: true })
  const file = openSync(path, 'wx+', 0o600)
  unlinkSync(path)
  const bytes = new Uint8Array(bucketCount * chunkBytes)
  const used = new Uint32Array(bucketCount)
  const written: Chunk[][] = Array.from({ length: bucketCount }, () => [])
  let end = 0
  let all = new Uint8Array(0)
  const flush = (bucket: number) => {
    const length = used[bucket]!
    if (writeSync(file, bytes, bucket * chunkBytes, length, end) !== length) throw new Error('a bucket is not written')
    written[bucket]!.push({ at: end, length })
    end += length
    used[bucket] = 0
  }
  return {
    bytes,
    reserve(bucket, length) {
      if (length > chunkBytes) throw new RangeError(`a record of ${length} bytes is too long`)
      if (used[bucket]! + length > chunkBytes) flush(bucket)
      const at = bucket * chunkBytes + used[bucket]!
      used[bucket]! += length
      return at
    },
    read(bucket) {
      const chunks = written[bucket]!
      const size = chunks.reduce((sum, { length }) => sum + length, 0)
      const total = size + used[bucket]!
      // Buckets are of nearly the same size, so that this rarely grows more than once.
      if (all.length < total) all = new Uint8Array(Math.ceil(total / chunkBytes + 2) * chunkBytes)
      let at = 0
      for (const chunk of chunks) at += readSync(file, all, at, chunk.length, chunk.at)
      if (at !== size) throw new Error(`a bucket has ${at} bytes instead of ${size}`)
      const from = bucket * chunkBytes
      all.set(bytes.subarray(from, from + used[bucket]!), at)
      return all.subarray(0, total)
    },
    close: () => closeSync(file),
  }
}
