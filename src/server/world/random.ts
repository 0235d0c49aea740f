import { randomBytes } from 'node:crypto'

/** The source of randomness. Tests may pass in a seeded one; the running server always uses `systemRandom`. */
export type Random = {
  bytes(count: number): Uint8Array
  uuid(): string
  /** A whole number from 0 up to, not including, `bound`; for jitter, never for a draw. */
  below(bound: number): number
}

/** Derives everything else from bytes, so that a seeded source only has to produce bytes. */
export function randomFrom(bytes: (count: number) => Uint8Array): Random {
  return {
    bytes,
    uuid: () => {
      const raw = Buffer.from(bytes(16))
      raw[6] = (raw[6]! & 0x0f) | 0x40
      raw[8] = (raw[8]! & 0x3f) | 0x80
      return dashed(raw.toString('hex'))
    },
    below: (bound) => Math.floor((Buffer.from(bytes(6)).readUIntBE(0, 6) / 2 ** 48) * bound),
  }
}

/** Formats 32 hexadecimal digits as a UUID. */
export function dashed(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const poolSize = 8_192

/** Reads random bytes from the system in blocks, because one call costs the same for thousands of bytes as for sixteen. */
function pooledBytes(): (count: number) => Uint8Array {
  let pool = Buffer.alloc(0)
  let used = 0
  return (count) => {
    if (count > poolSize / 8) return randomBytes(count)
    if (used + count > pool.length) {
      pool = randomBytes(poolSize)
      used = 0
    }
    used += count
    const taken = Buffer.from(pool.subarray(used - count, used))
    // Bytes that were handed out may be part of a secret, so the pool keeps no copy.
    pool.fill(0, used - count, used)
    return taken
  }
}

export const systemRandom = randomFrom(pooledBytes())
