import { canonical, type Json } from './canonical.ts'
import { parseInstant } from './instant.ts'
import { packHash } from './pack.ts'
import { drawIdsOf, isSignedRecord, type Body, type LogRecord, type RecordType } from './records.ts'

/** The newest record somebody has seen. */
export type LogHead = { readonly seq: number; readonly hash: string }

/** What stands before the first record. */
export const noRecord = '0'.repeat(64)

export function recordHash(record: LogRecord): string {
  return packHash('fair/1/log', canonical(record))
}

/** Something said to be signed: the hash, the signature, and by which key. */
export type Signed = { readonly hash: string; readonly sig: string; readonly publicKey: string }

/**
 * Whether a signature holds. Handed in by whoever checks, so that a page may use the browser's own Ed25519 and need not
 * download one; `signatures.ts` has the one for everybody else.
 */
export type SignatureCheck = (signed: Signed) => boolean

export type NewRecord = {
  [T in RecordType]: { readonly at: string; readonly type: T; readonly body: Body<T> }
}[RecordType]

/** A record as read: with its own hash and the key that was in force for it. */
export type Entry<T extends RecordType = RecordType> = {
  readonly record: LogRecord<T>
  readonly hash: string
  readonly key: string
}

export type LogProblem = {
  readonly code: 'record-malformed' | 'log-out-of-order' | 'chain-broken' | 'time-runs-back' | 'signature-false'
  /** The place in the list handed in, not the record's own number, which may be what is wrong. */
  readonly index: number
}

/** A stretch of log, checked. After a problem nothing that follows is read. */
export type ReadLog = {
  readonly entries: readonly Entry[]
  /** The entries that speak of a draw, by its id. */
  readonly byDraw: ReadonlyMap<string, readonly Entry[]>
  readonly problem: LogProblem | null
  /** Places where records are left out, so that the chain is not shown to be whole. */
  readonly gaps: number
  /** The key in force after the last record. */
  readonly key: string
}

export type LogSource = {
  readonly lines: readonly Json[]
  /** The operator's key in force at the first line. */
  readonly key: string
  /** The entry that the first line must follow, for a reader who already holds the log up to there. */
  readonly after?: Entry | null
  /**
   * `all`, or a draw id: then the signatures on the records of that draw, on key changes, and on every record whose
   * successor is missing are checked. The others are covered by the signature of a record that follows them.
   */
  readonly signatures: 'all' | { readonly drawId: string }
  readonly isSignedBy: SignatureCheck
}

/** Reads a stretch of log: form, order, hash chain, time, signatures, key changes. */
export function readLog({ lines, key: firstKey, after, signatures, isSignedBy }: LogSource): ReadLog {
  const entries: Entry[] = []
  let key = firstKey
  let gaps = 0
  let last = after ?? null
  const read = (problem: LogProblem | null): ReadLog => ({ entries, byDraw: byDraw(entries), problem, gaps, key })

  // Each line is looked at twice, as itself and as the one that follows another; looking takes longer than hashing.
  const signed = lines.map((line) => (isSignedRecord(line) ? line : null))
  for (const [index, line] of signed.entries()) {
    if (!line) return read({ code: 'record-malformed', index })
    const { record, sig } = line
    const hash = recordHash(record)
    const code = linkProblem(last, record)
    if (code) return read({ code, index })
    if (last && record.seq > last.record.seq + 1) gaps++
    const next = signed[index + 1]
    const mustSign =
      signatures === 'all' ||
      record.type === 'key' ||
      drawIdsOf(record).includes(signatures.drawId) ||
      next?.record.seq !== record.seq + 1
    if (mustSign && !isSignedBy({ hash, sig, publicKey: key })) return read({ code: 'signature-false', index })
    last = { record, hash, key }
    entries.push(last)
    if (record.type === 'key') key = record.body.publicKey
  }
  return read(null)
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

function linkProblem(last: Entry | null, record: LogRecord): LogProblem['code'] | null {
  if (!last) return record.seq === 0 && record.prev !== noRecord ? 'chain-broken' : null
  if (record.seq <= last.record.seq) return 'log-out-of-order'
  if (record.seq === last.record.seq + 1 && record.prev !== last.hash) return 'chain-broken'
  return parseInstant(record.at)! < parseInstant(last.record.at)! ? 'time-runs-back' : null
}

/** The key a chain of `key` records leads to, each signed by the key before; null where a link does not hold. */
export function followKeys(firstKey: string, lines: readonly Json[], isSignedBy: SignatureCheck): string | null {
  let key = firstKey
  for (const line of lines) {
    if (!isSignedRecord(line) || line.record.type !== 'key') return null
    if (!isSignedBy({ hash: recordHash(line.record), sig: line.sig, publicKey: key })) return null
    key = line.record.body.publicKey
  }
  return key
}
