import { bucketCount, openBuckets } from './buckets.ts'

/** The stakes that were open, until they are written down: the snapshot of the books is over sooner without that. */
export type StakeFile = {
  add(account: number, amount: number): void
  /** Some thousand at a time. */
  read(): Generator<Stakes>
  close(): void
}

/** The stakes of several accounts, in the same order in both lists. */
export type Stakes = { readonly accounts: readonly number[]; readonly amounts: readonly number[] }

const recordBytes = 16

export function openStakeFile(path: string): StakeFile {
  const buckets = openBuckets(path)
  const doubles = new Float64Array(buckets.bytes.buffer)
  return {
    add(account, amount) {
      const at = buckets.reserve(account % bucketCount, recordBytes) / 8
      doubles[at] = account
      doubles[at + 1] = amount
    },
    *read() {
      for (let bucket = 0; bucket < bucketCount; bucket++) {
        const { buffer, byteOffset, length } = buckets.read(bucket)
        const pairs = [...new Float64Array(buffer, byteOffset, length / 8)]
        if (pairs.length === 0) continue
        yield { accounts: pairs.filter((_, at) => at % 2 === 0), amounts: pairs.filter((_, at) => at % 2 === 1) }
      }
    },
    close: () => buckets.close(),
  }
}
