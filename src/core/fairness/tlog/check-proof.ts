import { leafHash, rootOfProof } from '../merkle.ts'
import { isBatchOf } from '../receipt.ts'
import { toBase64 } from './base64.ts'
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts'
import { cosignedAt } from './cosignature.ts'
import { type VerifyEd25519, isSignedByOneOf, parseNote } from './note.ts'
import { type Policy, type Witness, reachesQuorum } from './policy.ts'
import type { ProofFile } from './proof-file.ts'

export type ProofProblem =
  | 'no-entry'
  | 'checkpoint-malformed'
  | 'log-unknown'
  | 'log-signature-false'
  | 'cosignature-false'
  | 'entry-not-included'
  | 'quorum-missed'

export type ProofVerdict = {
  /** Null where everything holds. */
  readonly problem: ProofProblem | null
  readonly checkpoint: Checkpoint | null
  /** Who of the policy's witnesses cosigned, and when by their clocks, in seconds. */
  readonly cosigned: ReadonlyMap<Witness, number>
}

type Given = {
  readonly file: ProofFile
  readonly policy: Policy
  /** The entry that is proven; without it, the file's own `extra`. */
  readonly entry: Uint8Array | null
  readonly verify: VerifyEd25519
}

/** Checks a proof file with nothing but a policy: is the entry in a tree that a known log signed, and did enough witnesses see it? */
export function checkProof({ file, policy, entry, verify }: Given): ProofVerdict {
  const note = parseNote(file.checkpoint)
  const checkpoint = note && parseCheckpoint(note.text)
  const found = (problem: ProofProblem | null, cosigned: ProofVerdict['cosigned'] = new Map()): ProofVerdict => ({
    problem,
    checkpoint,
    cosigned,
  })
  if (!note || !checkpoint) return found('checkpoint-malformed')
  const { origin } = checkpoint
  const keys = policy.logs.filter(({ name }) => name === origin || isBatchOf(name, origin))
  if (keys.length === 0) return found('log-unknown')
  if (!isSignedByOneOf(note, keys, verify)) return found('log-signature-false')
  const cosigned = cosignedAt(note, policy.witnesses, verify)
  if (!cosigned) return found('cosignature-false')
  const content = entry ?? file.extra
  if (!content) return found('no-entry', cosigned)
  const { index, proof } = file
  const root = rootOfProof({ leaf: leafHash(content), index, size: checkpoint.size, proof })
  if (!root || toBase64(root) !== toBase64(checkpoint.root)) return found('entry-not-included', cosigned)
  const names = new Set([...cosigned.keys()].map(({ name }) => name))
  return found(reachesQuorum(policy, names) ? null : 'quorum-missed', cosigned)
}
