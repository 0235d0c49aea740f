import { bls12_381 } from '@noble/curves/bls12-381.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { hexBytes, isHex, u32be, u64be } from './pack.ts'
import { hexOf, isCount, isHash, isText, objectOf, type ShapeOf } from './shape.ts'

/** Everything that names a beacon chain; `chainHash` is a hash over the rest. */
export const isBeaconChain = objectOf({
  id: isText,
  chainHash: isHash,
  groupHash: isHash,
  publicKey: hexOf(96),
  periodSec: isCount,
  genesisSec: isCount,
})

export type BeaconChain = ShapeOf<typeof isBeaconChain>

/** The public chain: drand quicknet, run by the League of Entropy. Pinned; nothing at run time may replace it. */
export const quicknet: BeaconChain = {
  id: 'quicknet',
  chainHash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  groupHash: 'f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  periodSec: 3,
  genesisSec: 1_692_803_367,
}

/** Who relays the public chain. A relay is not trusted: its answer is checked like anybody's. */
export const quicknetRelays = [
  'https://api.drand.sh',
  'https://api2.drand.sh',
  'https://api3.drand.sh',
  'https://drand.cloudflare.com',
  'https://api.drand.secureweb3.com:6875',
] as const

/** drand's own formula. A chain that fits its hash cannot have had its key or its times exchanged. */
export function chainHashOf(chain: Omit<BeaconChain, 'chainHash'>): string {
  const { periodSec, genesisSec, publicKey, groupHash, id } = chain
  return bytesToHex(
    sha256(
      concatBytes(
        u32be(periodSec),
        u64be(genesisSec),
        hexBytes(publicKey, 96),
        hexBytes(groupHash, 32),
        utf8ToBytes(id),
      ),
    ),
  )
}

export function roundTimeMs(chain: BeaconChain, round: number): number {
  return (chain.genesisSec + (round - 1) * chain.periodSec) * 1000
}

/** The first round emitted at or after an instant; the chain's first round for any instant before it. */
export function firstRoundAt(chain: BeaconChain, atMs: number): number {
  return Math.max(1, Math.ceil((atMs - chain.genesisSec * 1000) / (chain.periodSec * 1000)) + 1)
}

export type Beacon = { readonly round: number; readonly signature: string }

export type BeaconRefusal =
  | 'key-not-a-point'
  | 'round-invalid'
  | 'signature-form'
  | 'signature-not-a-point'
  | 'signature-alias'
  | 'signature-wrong'

export type BeaconCheck =
  | { readonly ok: true; readonly randomness: string }
  | { readonly ok: false; readonly reason: BeaconRefusal }

const schemes = bls12_381.shortSignatures
const curveTag = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'

/** The point of G1 that a chain signs for a round. */
export function roundPoint(round: number): ReturnType<typeof schemes.hash> {
  return schemes.hash(sha256(u64be(round)), curveTag)
}

/**
 * Verifies a round and gives its randomness. A genuine signature has other encodings (upper case, uncompressed, x + p)
 * which would hash to other numbers, so only the one compressed form is taken, and the point is encoded again to be sure.
 */
export function checkBeacon(chain: BeaconChain, { round, signature }: Beacon): BeaconCheck {
  if (!Number.isSafeInteger(round) || round < 1) return { ok: false, reason: 'round-invalid' }
  if (!isHex(signature, 48)) return { ok: false, reason: 'signature-form' }
  const bytes = hexBytes(signature, 48)
  const point = pointOrNull(() => schemes.Signature.fromBytes(bytes))
  if (!point) return { ok: false, reason: 'signature-not-a-point' }
  if (schemes.Signature.toHex(point) !== signature) return { ok: false, reason: 'signature-alias' }
  const key = keyPoint(chain)
  if (!key) return { ok: false, reason: 'key-not-a-point' }
  if (!schemes.verify(point, roundPoint(round), key)) return { ok: false, reason: 'signature-wrong' }
  return { ok: true, randomness: bytesToHex(sha256(bytes)) }
}

type KeyPoint = ReturnType<typeof bls12_381.G2.Point.fromBytes>

// Reading a key costs as much as a fifth of a verification, and chains are few.
const keyPoints = new WeakMap<BeaconChain, KeyPoint | null>()

function keyPoint(chain: BeaconChain): KeyPoint | null {
  const known = keyPoints.get(chain)
  if (known !== undefined) return known
  const point = pointOrNull(() => bls12_381.G2.Point.fromBytes(hexBytes(chain.publicKey, 96)))
  keyPoints.set(chain, point)
  return point
}

/** A point of the right group other than its zero, which would make any message seem signed. */
function pointOrNull<P extends { assertValidity(): void; is0(): boolean }>(read: () => P): P | null {
  try {
    const point = read()
    point.assertValidity()
    return point.is0() ? null : point
  } catch {
    return null
  }
}

/** Verifies as `checkBeacon` does, and each round only once: draws of several games share theirs. */
export function rememberBeacons(): (chain: BeaconChain, beacon: Beacon) => BeaconCheck {
  const known = new Map<string, BeaconCheck>()
  return (chain, beacon) => {
    // As JSON, so that a round given as text is not taken for the number.
    const key = JSON.stringify([chain.publicKey, beacon.round, beacon.signature])
    const check = known.get(key) ?? checkBeacon(chain, beacon)
    known.set(key, check)
    return check
  }
}
