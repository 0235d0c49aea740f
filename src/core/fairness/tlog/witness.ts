import { hashesFrom, toBase64 } from './base64.ts'
import { type Checkpoint, parseCheckpoint, parseSize } from './checkpoint.ts'
import { type NoteKey, type VerifyEd25519, isSignedByOneOf, parseNote } from './note.ts'
import { emptyRoot, rootOfConsistency } from './consistency.ts'

// What a witness answers, by the letter of C2SP's tlog-witness. Storing and signing are left to whoever runs one.

/** The newest checkpoint of a log that a witness cosigned. */
export type Seen = Pick<Checkpoint, 'size' | 'root'>

export type Answer =
  /** To be stored, and cosigned only then. */
  | { readonly status: 200; readonly checkpoint: Checkpoint; readonly text: string }
  /** `size` is the newest that the witness cosigned. Where the log has signed two roots for it, that is proof of a fork. */
  | { readonly status: 409; readonly size: number; readonly isFork: boolean }
  /** A proof that fails says nothing against the log: whoever sent it may have made it up. */
  | { readonly status: 400 | 403 | 404 | 422 }

const mostHashes = 63

/** The bytes of a request are at most this many: 63 hashes, and a checkpoint with many signatures. */
export const mostRequestBytes = 64 * 1024

type Request = { readonly old: number; readonly proof: readonly Uint8Array[]; readonly note: string }

function parseRequest(body: string): Request | null {
  const split = body.indexOf('\n\n')
  if (split < 0) return null
  const [first, ...lines] = body.slice(0, split).split('\n')
  const old = first?.startsWith('old ') ? parseSize(first.slice('old '.length)) : null
  const proof = lines.length <= mostHashes ? hashesFrom(lines) : null
  return old === null || !proof ? null : { old, proof, note: body.slice(split + 2) }
}

export type Witnessing = {
  /** The keys of the logs that are watched; a key's name is its log's origin. */
  readonly logs: readonly NoteKey[]
  readonly seen: (origin: string) => Seen | null
  readonly verify: VerifyEd25519
}

/** Judges a request to `add-checkpoint`. Between this and storing the checkpoint no other request may be judged. */
export function judgeCheckpoint(body: string, { logs, seen, verify }: Witnessing): Answer {
  const request = parseRequest(body)
  const note = request && parseNote(request.note)
  const checkpoint = note && parseCheckpoint(note.text)
  if (!request || !note || !checkpoint) return { status: 400 }
  const { old, proof } = request
  const keys = logs.filter(({ name }) => name === checkpoint.origin)
  if (keys.length === 0) return { status: 404 }
  if (!isSignedByOneOf(note, keys, verify)) return { status: 403 }
  if (old > checkpoint.size) return { status: 400 }
  const latest = seen(checkpoint.origin) ?? { size: 0, root: emptyRoot }
  if (old !== latest.size) return { status: 409, size: latest.size, isFork: false }
  const isSame = toBase64(latest.root) === toBase64(checkpoint.root)
  if (old === checkpoint.size && !isSame) return { status: 409, size: old, isFork: old > 0 }
  const root =
    old === 0
      ? proof.length === 0 && checkpoint.root
      : rootOfConsistency({ old, oldRoot: latest.root, size: checkpoint.size, proof })
  if (!root || toBase64(root) !== toBase64(checkpoint.root)) return { status: 422 }
  return { status: 200, checkpoint, text: note.text }
}
