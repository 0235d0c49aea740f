import { utf8ToBytes } from '@noble/hashes/utils.js'
import { inclusionProof } from '../merkle.ts'
import { formatProofFile } from '../tlog/proof-file.ts'
import type { Sealed } from './genuine-draw.ts'

/** The proof file of one entry of a log, as a site shows a change of its key. */
export function keyChange({ entries, leaves, note }: Sealed, index: number): string {
  const proof = inclusionProof(leaves, index)
  return formatProofFile({ extra: utf8ToBytes(entries[index]!), index, proof, checkpoint: note })
}
