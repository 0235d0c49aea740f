import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonical } from './canonical.ts'
import { parseInstant } from './instant.ts'
import { leafHash, rootOfProof } from './merkle.ts'
import { utf8Text, type Sha256 } from './pack.ts'
import { drawIdsOf, isLogRecord, type Body, type LogRecord, type RecordType } from './records.ts'
import { hashesFrom, toBase64 } from './tlog/base64.ts'
import { parseCheckpoint, type Checkpoint } from './tlog/checkpoint.ts'
import { isSignedByOneOf, noteKey, parseKey, parseNote, type NoteKey, type VerifyEd25519 } from './tlog/note.ts'
import { parseProofFile } from './tlog/proof-file.ts'

export type NewRecord = {
  [T in RecordType]: { readonly at: string; readonly type: T; readonly body: Body<T> }
}[RecordType]

/** The text of a record in the log. */
export function entryOf(record: NewRecord): string {
  return canonical({ v: 2, ...record })
}

/** Reads an entry; null unless it is a record, written in the only way. */
export function parseEntry(entry: string): LogRecord | null {
  try {
    const record: unknown = JSON.parse(entry)
    return isLogRecord(record) && canonical(record) === entry ? record : null
  } catch {
    return null
  }
}

export function entryLeaf(entry: string, hash?: Sha256): Uint8Array {
  return leafHash(utf8ToBytes(entry), hash)
}

/** A record as read, with its number in the log and the hash of its leaf. */
export type Entry<T extends RecordType = RecordType> = {
  readonly record: LogRecord<T>
  readonly index: number
  readonly hash: string
}

export type LogProblem = {
  readonly code: 'checkpoint-false' | 'record-malformed' | 'log-out-of-order' | 'not-in-log' | 'time-runs-back'
  /** The place in the list handed in, not the record's own number, which may be what is wrong. */
  readonly index: number
}

/** Records of a log, checked against its checkpoint. After a problem nothing that follows is read. */
export type ReadLog = {
  /** Null where it is not signed by the key. */
  readonly checkpoint: Checkpoint | null
  readonly entries: readonly Entry[]
  /** The entries that speak of a draw, by its id. */
  readonly byDraw: ReadonlyMap<string, readonly Entry[]>
  readonly problem: LogProblem | null
  /** Places where records are left out, so that another record about the same draw could be hidden there. */
  readonly gaps: number
}

/** An entry as somebody shows it, with the hashes from its leaf to the checkpoint's root, in base64. */
export type ShownEntry = { readonly index: number; readonly entry: string; readonly proof: readonly string[] }

/** Whether the checkpoint's tree has this leaf at this place. */
export type Includes = (at: { readonly index: number; readonly leaf: Uint8Array }, checkpoint: Checkpoint) => boolean

export type LogSource = {
  /** A signed note. */
  readonly checkpoint: string
  /** The log's keys, first to last. */
  readonly keys: readonly LogKey[]
  readonly entries: readonly Pick<ShownEntry, 'index' | 'entry'>[]
  readonly includes: Includes
  readonly verify: VerifyEd25519
}

/** The checkpoint in a note, if the log's key of that size signed it. */
export function signedCheckpoint(note: string, keys: readonly LogKey[], verify: VerifyEd25519): Checkpoint | null {
  const parsed = parseNote(note)
  const checkpoint = parsed && parseCheckpoint(parsed.text)
  if (!checkpoint) return null
  const key = keyInForce(keys, checkpoint.size)
  return key?.name === checkpoint.origin && isSignedByOneOf(parsed, [key], verify) ? checkpoint : null
}

/** Reads records of a log: the checkpoint's signature, then each one's form, order, place in the tree, and time. */
export function readLog({ checkpoint: note, keys, entries: shown, includes, verify }: LogSource): ReadLog {
  const entries: Entry[] = []
  let gaps = 0
  const checkpoint = signedCheckpoint(note, keys, verify)
  const read = (problem: LogProblem | null): ReadLog => ({
    checkpoint,
    entries,
    byDraw: byDraw(entries),
    problem,
    gaps,
  })
  if (!checkpoint) return read({ code: 'checkpoint-false', index: 0 })
  for (const [at, { index, entry }] of shown.entries()) {
    const record = parseEntry(entry)
    if (!record) return read({ code: 'record-malformed', index: at })
    const last = entries.at(-1)
    if (last && index <= last.index) return read({ code: 'log-out-of-order', index: at })
    const leaf = entryLeaf(entry)
    if (!includes({ index, leaf }, checkpoint)) return read({ code: 'not-in-log', index: at })
    if (last && parseInstant(record.at)! < parseInstant(last.record.at)!)
      return read({ code: 'time-runs-back', index: at })
    if (last && index > last.index + 1) gaps++
    entries.push({ record, index, hash: bytesToHex(leaf) })
  }
  return read(null)
}

/** For entries that are shown with their own proofs. */
export function includesByProof(shown: readonly ShownEntry[]): Includes {
  const proofs = new Map(shown.map(({ index, proof }) => [index, proof]))
  return ({ index, leaf }, { size, root }) => {
    const proof = hashesFrom(proofs.get(index) ?? [])
    const reached = proof && rootOfProof({ leaf, index, size, proof })
    return !!reached && toBase64(reached) === toBase64(root)
  }
}

function byDraw(entries: readonly Entry[]): Map<string, Entry[]> {
  const found = new Map<string, Entry[]>()
  for (const entry of entries) {
    for (const drawId of new Set(drawIdsOf(entry.record))) {
      const list = found.get(drawId)
      if (list) list.push(entry)
      else found.set(drawId, [entry])
    }
  }
  return found
}

/** A key of a log, and the size from which on it signs: the checkpoint that names it is the last one of the key before. */
export type LogKey = NoteKey & { readonly from: number }

/** The key that has to sign a checkpoint of this size. */
function keyInForce(keys: readonly LogKey[], size: number): LogKey | undefined {
  return keys.findLast(({ from }) => from <= size)
}

/**
 * All keys of a log, from the first (as a verifier key) on. Each change is a proof file: a checkpoint that the key before signed, with
 * the record that names the next key. Null where a link does not hold.
 */
export function followKeys(firstKey: string, changes: readonly string[], verify: VerifyEd25519): LogKey[] | null {
  const first = parseKey(firstKey)
  if (first?.type !== 1) return null
  const keys: LogKey[] = [{ ...first, from: 0 }]
  for (const change of changes) {
    const file = parseProofFile(change)
    const checkpoint = file && signedCheckpoint(file.checkpoint, keys.slice(-1), verify)
    const entry = file?.extra && utf8Text(file.extra)
    const record = entry ? parseEntry(entry) : null
    if (!checkpoint || !entry || record?.type !== 'key') return null
    const { index, proof } = file
    const root = rootOfProof({ leaf: entryLeaf(entry), index, size: checkpoint.size, proof })
    if (!root || toBase64(root) !== toBase64(checkpoint.root)) return null
    keys.push({ ...noteKey(first.name, 1, hexToBytes(record.body.publicKey)), from: checkpoint.size + 1 })
  }
  return keys
}
