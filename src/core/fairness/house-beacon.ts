import { bls12_381 } from '@noble/curves/bls12-381.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { chainHashOf, roundPoint, type BeaconChain } from './beacon.ts'
import { hexBytes, packHash } from './pack.ts'

const schemes = bls12_381.shortSignatures

/**
 * A chain whose key the operator holds, for demonstrations without a network. Its signatures are unique, so results
 * cannot be chosen; the holder of the key can know them in advance, so it is never for real money.
 */
export function houseChain(secretKey: string, genesisSec: number): BeaconChain {
  const publicKey = publicKeyOf(hexBytes(secretKey, 32))
  const groupHash = packHash('fair/1/house-beacon', hexBytes(publicKey, 96))
  const chain = { id: 'house', groupHash, publicKey, periodSec: 3, genesisSec }
  return { ...chain, chainHash: chainHashOf(chain) }
}

/**
 * The library's own function first writes a table that pays off when many keys are made: a fifth of a second. It writes none for a
 * point that it does not know as the generator, and multiplies it just as secretly.
 */
function publicKeyOf(secretKey: Uint8Array): string {
  const { Point } = bls12_381.G2
  return Point.fromAffine(Point.BASE.toAffine()).multiply(Point.Fn.fromBytes(secretKey)).toHex(true)
}

export function signRound(secretKey: string, round: number): string {
  return bytesToHex(schemes.Signature.toBytes(schemes.sign(roundPoint(round), hexBytes(secretKey, 32))))
}
