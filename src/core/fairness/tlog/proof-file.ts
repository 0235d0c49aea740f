import { fromBase64, hashesFrom, toBase64 } from './base64.ts'
import { parseSize } from './checkpoint.ts'

// A `.tlog-proof` file: that an entry is in a tree, with the checkpoint that says so, for anybody's tool to read.

const heading = 'c2sp.org/tlog-proof@v1'

/** More than any tree of a size that numbers can count needs. */
const mostHashes = 63

export type ProofFile = {
  readonly extra: Uint8Array | null
  readonly index: number
  readonly proof: readonly Uint8Array[]
  /** The signed note, as text. */
  readonly checkpoint: string
}

export function formatProofFile({ extra, index, proof, checkpoint }: ProofFile): string {
  const lines = [heading, ...(extra ? [`extra ${toBase64(extra)}`] : []), `index ${index}`, ...proof.map(toBase64), '']
  return `${lines.join('\n')}\n${checkpoint}`
}

export function parseProofFile(text: string): ProofFile | null {
  const split = text.indexOf('\n\n')
  if (split < 0) return null
  const [first, ...lines] = text.slice(0, split).split('\n')
  if (first !== heading) return null
  const extra = lines[0]?.startsWith('extra ') ? fromBase64(lines.shift()!.slice('extra '.length)) : undefined
  const given = lines.shift()
  const index = given?.startsWith('index ') ? parseSize(given.slice('index '.length)) : null
  if (extra === null || index === null || lines.length > mostHashes) return null
  const proof = hashesFrom(lines)
  return proof && { extra: extra ?? null, index, proof, checkpoint: text.slice(split + 2) }
}
