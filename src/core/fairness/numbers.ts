import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import type { Family } from '../games/catalogue.ts'
import { hexBytes, pack, packHash, u32be, u64be } from './pack.ts'

/** How numbers are drawn; one kind for each family of games. */
export type Kind = 'dice3' | 'digits5' | 'perm10' | 'pick5of11'

export const kinds = ['dice3', 'digits5', 'perm10', 'pick5of11'] as const satisfies readonly Kind[]

export const kindOfFamily = {
  k3: 'dice3',
  pk10: 'perm10',
  ssc: 'digits5',
  x11_5: 'pick5of11',
} as const satisfies Record<Family, Kind>

/** What locks a draw's secret before betting opens. The draw id is inside, so a commitment fits one draw only. */
export function commitOf({ drawId, secret }: { readonly drawId: string; readonly secret: string }): string {
  return packHash('fair/1/commit', drawId, hexBytes(secret, 32))
}

/** Everything that decides a draw. Bets are left out on purpose: who publishes them last could choose among them. */
export type SeedParts = {
  readonly drawId: string
  readonly rulesHash: string
  readonly chainHash: string
  readonly round: number
  readonly randomness: string
  readonly secret: string
}

export function seedOf(parts: SeedParts): string {
  return packHash(
    'fair/1/seed',
    parts.drawId,
    hexBytes(parts.rulesHash, 32),
    hexBytes(parts.chainHash, 32),
    u64be(parts.round),
    hexBytes(parts.randomness, 32),
    hexBytes(parts.secret, 32),
  )
}

/** A source of bytes, one for each call. */
export type ByteStream = () => number

/** The endless bytes of a seed: HMAC-SHA256 blocks, counted from zero. */
export function streamOf(seed: string): ByteStream {
  const key = hexBytes(seed, 32)
  let block = new Uint8Array(0)
  let index = 0
  let at = 0
  return () => {
    if (at === block.length) {
      block = new Uint8Array(hmac(key, pack('fair/1/stream', u32be(index++))))
      at = 0
    }
    return block[at++]!
  }
}

/** HMAC-SHA256 as RFC 2104 defines it, for a key that is no longer than a block of the hash, which has 64 bytes. */
function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const padded = (pad: number) => Uint8Array.from({ length: 64 }, (_, at) => (key[at] ?? 0) ^ pad)
  return sha256(concatBytes(padded(0x5c), sha256(concatBytes(padded(0x36), message))))
}

/** A number from 0 to n − 1. Bytes above the last whole multiple of n are thrown away: they would favour small ones. */
export function uniform(next: ByteStream, n: number): number {
  if (!Number.isInteger(n) || n < 1 || n > 256) throw new RangeError(`uniform takes 1 to 256, not ${n}`)
  const limit = 256 - (256 % n)
  let byte = next()
  while (byte >= limit) byte = next()
  return byte % n
}

/** The numbers of a draw, in the order in which they count. */
export function outcomeOf(kind: Kind, next: ByteStream): number[] {
  switch (kind) {
    case 'dice3':
      return Array.from({ length: 3 }, () => 1 + uniform(next, 6))
    case 'digits5':
      return Array.from({ length: 5 }, () => uniform(next, 10))
    case 'perm10': {
      const balls = Array.from({ length: 10 }, (_, at) => at + 1)
      for (let at = 9; at >= 1; at--) swap(balls, at, uniform(next, at + 1))
      return balls
    }
    case 'pick5of11': {
      const balls = Array.from({ length: 11 }, (_, at) => at + 1)
      for (let at = 0; at < 5; at++) swap(balls, at, at + uniform(next, 11 - at))
      return balls.slice(0, 5)
    }
  }
}

function swap(list: number[], a: number, b: number): void {
  const kept = list[a]!
  list[a] = list[b]!
  list[b] = kept
}
