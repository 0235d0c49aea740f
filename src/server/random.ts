import { randomBytes } from 'node:crypto'

/** Where chance comes from. Tests hand in a seeded one; `systemRandom` is the only one that leaves a test. */
export type Random = {
  bytes(count: number): Uint8Array
  uuid(): string
  /** A whole number from 0 up to, not including, `bound`; for jitter, never for a draw. */
  below(bound: number): number
}

/** Builds the rest from bytes, so a seeded source needs to give bytes alone. */
export function randomFrom(bytes: (count: number) => Uint8Array): Random {
  return {
    bytes,
    uuid: () => {
      const raw = Buffer.from(bytes(16))
      raw[6] = (raw[6]! & 0x0f) | 0x40
      raw[8] = (raw[8]! & 0x3f) | 0x80
      return raw.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    },
    below: (bound) => Math.floor((Buffer.from(bytes(6)).readUIntBE(0, 6) / 2 ** 48) * bound),
  }
}

export const systemRandom = randomFrom((count) => randomBytes(count))
