import { emptyTree, nodeHash, treeRoot } from '../merkle.ts'

export const emptyRoot = treeRoot(emptyTree)

export type Consistency = {
  readonly old: number
  readonly oldRoot: Uint8Array
  readonly size: number
  readonly proof: readonly Uint8Array[]
}

/** The root of the larger tree that a proof leads to; null unless the proof also leads to the older root. */
export function rootOfConsistency({ old, oldRoot, size, proof }: Consistency): Uint8Array | null {
  if (!Number.isSafeInteger(old) || !Number.isSafeInteger(size) || old <= 0 || old > size) return null
  if (old === size) return proof.length === 0 ? oldRoot : null
  // From the last leaf of the older tree upwards, as RFC 9162 does: bits of its index say where its root takes part.
  let [node, last] = [old - 1, size - 1]
  while (node % 2 === 1) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  const rest = [...proof]
  const first = node === 0 ? oldRoot : rest.shift()
  if (!first) return null
  let [older, newer] = [first, first]
  for (const each of rest) {
    if (last === 0) return null
    if (node % 2 === 1 || node === last) {
      older = nodeHash(each, older)
      newer = nodeHash(each, newer)
      while (node % 2 === 0 && node !== 0) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
    } else newer = nodeHash(newer, each)
    ;[node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  }
  return last === 0 && equal(older, oldRoot) ? newer : null
}

function equal(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at])
}
