import { merkleRoot } from '../merkle.ts'

/** A consistency proof as RFC 6962 defines it in 2.1.2, from all leaves of the larger tree. */
export function consistencyProof(old: number, leaves: readonly Uint8Array[], isWhole = true): Uint8Array[] {
  const size = leaves.length
  if (old === size) return isWhole ? [] : [merkleRoot(leaves)]
  let half = 1
  while (half * 2 < size) half *= 2
  const [left, right] = [leaves.slice(0, half), leaves.slice(half)]
  return old <= half
    ? [...consistencyProof(old, left, isWhole), merkleRoot(right)]
    : [...consistencyProof(old - half, right, false), merkleRoot(left)]
}
