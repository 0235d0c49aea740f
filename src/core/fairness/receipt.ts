import { betLeafContent, betLeafHash, isBetLeaf, type BetLeaf } from './bets.ts'
import { canonical } from './canonical.ts'
import { parseInstant } from './instant.ts'
import { rootOfProof } from './merkle.ts'
import { utf8Text } from './pack.ts'
import { fromBase64, toBase64 } from './tlog/base64.ts'
import { formatCheckpoint, parseCheckpoint, parseSize, type Checkpoint } from './tlog/checkpoint.ts'
import { isSignedByOneOf, parseNote, type NoteKey, type VerifyEd25519 } from './tlog/note.ts'
import { formatProofFile, parseProofFile } from './tlog/proof-file.ts'

// Bets that were taken together are a tree, and the operator signs its root once. A receipt is a proof file: the bet, its place in
// that tree, and the signed root, which also names the newest checkpoint of the site's log.

/** A size and a root of the site's log. */
export type LogHead = { readonly size: number; readonly root: Uint8Array }

/** What the operator signs for a batch. */
export type Batch = {
  readonly id: string
  readonly size: number
  readonly root: Uint8Array
  readonly at: string
  readonly head: LogHead
}

/** `site.example/fair/log` gives `site.example/fair/batch/<id>`. */
const batchOrigin = (logOrigin: string, id: string) => logOrigin.replace(/log$/, `batch/${id}`)

/** Whether this is the name of a batch at the site whose log has that name. */
export function isBatchOf(logOrigin: string, origin: string): boolean {
  const start = batchOrigin(logOrigin, '')
  return start !== logOrigin && origin.startsWith(start)
}

/** The text that is signed. */
export function batchText(logOrigin: string, { id, size, root, at, head }: Batch): string {
  const extensions = [`at ${at}`, `log ${head.size} ${toBase64(head.root)}`]
  return formatCheckpoint({ origin: batchOrigin(logOrigin, id), size, root, extensions })
}

/** A receipt as its holder has it: a proof file, read. */
export type Receipt = {
  readonly bet: BetLeaf
  readonly index: number
  readonly proof: readonly Uint8Array[]
  readonly batch: Checkpoint
  readonly head: LogHead
  readonly note: string
}

export function formatReceipt({ bet, index, proof, note }: Pick<Receipt, 'bet' | 'index' | 'proof' | 'note'>): string {
  return formatProofFile({ extra: betLeafContent(bet), index, proof, checkpoint: note })
}

/** Null for anything that is not a receipt. Whether it holds is for `receiptProblem` to say. */
export function parseReceipt(text: string): Receipt | null {
  const file = parseProofFile(text)
  const note = file && parseNote(file.checkpoint)
  const batch = note && parseCheckpoint(note.text)
  const content = file?.extra && utf8Text(file.extra)
  const bet = content ? parseBet(content) : null
  if (!batch || !bet) return null
  const [at, log, ...rest] = batch.extensions
  const [, digits, encoded] = /^log (\d+) (\S+)$/.exec(log ?? '') ?? []
  const [size, root] = [parseSize(digits), encoded ? fromBase64(encoded) : null]
  const isDated = at?.startsWith('at ') && parseInstant(at.slice('at '.length)) !== null
  if (!isDated || size === null || root?.length !== 32 || rest.length > 0) return null
  return { bet, index: file.index, proof: file.proof, batch, head: { size, root }, note: file.checkpoint }
}

function parseBet(text: string): BetLeaf | null {
  try {
    const bet: unknown = JSON.parse(text)
    return isBetLeaf(bet) && canonical(bet) === text ? bet : null
  } catch {
    return null
  }
}

export type ReceiptProblem = 'receipt-inconsistent' | 'receipt-signature-false'

/** Whether one of these keys, named after the site's log, signed the batch, and the bet is in it. */
export function receiptProblem(
  { bet, index, proof, batch, note }: Receipt,
  keys: readonly NoteKey[],
  verify: VerifyEd25519,
): ReceiptProblem | null {
  const reached = rootOfProof({ leaf: betLeafHash(bet), index, size: batch.size, proof })
  if (!keys[0] || !isBatchOf(keys[0].name, batch.origin) || !reached || toBase64(reached) !== toBase64(batch.root))
    return 'receipt-inconsistent'
  return isSignedByOneOf(parseNote(note)!, keys, verify) ? null : 'receipt-signature-false'
}

/**
 * Pairs of receipts that contradict each other: the operator signed two different trees as one batch. Whoever holds both can prove it.
 * The time and the log may differ, since a receipt that is asked for again is signed again.
 */
export function batchesSignedTwice(
  receipts: readonly Receipt[],
  keys: readonly NoteKey[],
  verify: VerifyEd25519,
): (readonly [Receipt, Receipt])[] {
  const tree = ({ batch: { size, root } }: Receipt) => `${size} ${toBase64(root)}`
  const byBatch = new Map<string, Receipt[]>()
  for (const receipt of receipts) {
    const some = byBatch.get(receipt.batch.origin)
    if (some) some.push(receipt)
    else byBatch.set(receipt.batch.origin, [receipt])
  }
  return [...byBatch.values()].flatMap((some) => {
    // Signatures are slow to check, and nearly all batches were signed once.
    if (new Set(some.map(tree)).size < 2) return []
    const [first, ...others] = some.filter((receipt) => !receiptProblem(receipt, keys, verify))
    const other = others.find((receipt) => tree(receipt) !== tree(first!))
    return other ? [[first!, other] as const] : []
  })
}
