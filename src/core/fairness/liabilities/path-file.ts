import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { entryLeaf, followKeys, parseEntry, signedCheckpoint } from '../log.ts'
import { rootOfProof } from '../merkle.ts'
import { utf8Text } from '../pack.ts'
import type { Body } from '../records.ts'
import { isCount, isHash, isText, listOf, objectOf, oneOf, orNull, type ShapeOf } from '../shape.ts'
import { toBase64 } from '../tlog/base64.ts'
import type { VerifyEd25519 } from '../tlog/note.ts'
import { parseProofFile } from '../tlog/proof-file.ts'
import { openPartIds, partsMost } from './parts.ts'
import { leafOf, rootOfPath } from './sum-tree.ts'

/** What the house owes, by where it stands in the ledger. */
const isOwed = objectOf({ available: isCount, held: isCount, repeatOrders: isCount, stakes: isCount })

/** The file that a player keeps: what they were owed at a snapshot, and the ways from their parts to its root in the log. */
export const isPathFile = objectOf({
  v: oneOf(1),
  account: isText,
  number: isCount,
  secret: isHash,
  owed: isOwed,
  parts: listOf(
    objectOf({
      amount: isCount,
      /** Null where the house itself finds no such leaf. */
      index: orNull(isCount),
      path: listOf(objectOf({ hash: isHash, sum: isCount })),
    }),
  ),
  /** A `.tlog-proof` of the record. */
  record: isText,
  operatorKey: isText,
  keyChanges: listOf(isText),
})

export type PathFile = ShapeOf<typeof isPathFile>
export type Owed = ShapeOf<typeof isOwed>

export type PathProblem =
  /** Of the log: the key is not the reader's, a signature is false, the record is no proof of liabilities or not in the log. */
  | 'key-not-pinned'
  | 'checkpoint-false'
  | 'record-malformed'
  | 'record-not-in-log'
  /** Of the file: another account, another snapshot, parts that are not what is owed. */
  | 'account-differs'
  | 'number-differs'
  | 'parts-differ'
  /** What the reader's own books say is not what the file says is owed. */
  | 'owed-differs'
  /** A part without a leaf, or a way that does not lead to the root with its total. */
  | 'leaf-missing'
  | 'path-false'

export type PathVerdict = {
  readonly problem: PathProblem | null
  readonly record: Body<'liabilities'> | null
  readonly owedTotal: number
}

type Known = {
  /** The name that the reader signs in with. */
  readonly account?: string
  /** The log's first key, from a place that the reader trusts. */
  readonly key?: string | null
  /** What the reader knows to have been owed, from their own statement and receipts. */
  readonly owed?: Partial<Owed>
  readonly verify: VerifyEd25519
}

export function totalOf({ available, held, repeatOrders, stakes }: Owed): number {
  return available + held + repeatOrders + stakes
}

/** Checks a path file with nothing but what its reader knows. */
export function checkPathFile(file: PathFile, known: Known): PathVerdict {
  const { problem, record } = readRecord(file, known)
  const verdict = { record, owedTotal: totalOf(file.owed) }
  if (problem || !record) return { ...verdict, problem: problem ?? 'record-malformed' }
  return { ...verdict, problem: fileProblem(file, known, record) ?? pathProblem(file, record) }
}

function readRecord(file: PathFile, { key, verify }: Known) {
  const failed = (problem: PathProblem) => ({ problem, record: null })
  if (key && key !== file.operatorKey) return failed('key-not-pinned')
  const proof = parseProofFile(file.record)
  const entry = proof?.extra && utf8Text(proof.extra)
  const record = entry ? parseEntry(entry) : null
  if (!proof || !entry || record?.type !== 'liabilities') return failed('record-malformed')
  const keys = followKeys(file.operatorKey, file.keyChanges, verify)
  const checkpoint = keys && signedCheckpoint(proof.checkpoint, keys, verify)
  if (!checkpoint) return failed('checkpoint-false')
  const root = rootOfProof({
    leaf: entryLeaf(entry),
    index: proof.index,
    size: checkpoint.size,
    proof: proof.proof,
  })
  if (!root || toBase64(root) !== toBase64(checkpoint.root)) return failed('record-not-in-log')
  return { problem: null, record: record.body }
}

function fileProblem(file: PathFile, { account, owed }: Known, record: Body<'liabilities'>): PathProblem | null {
  if (account !== undefined && account.toLowerCase() !== file.account.toLowerCase()) return 'account-differs'
  if (file.number !== record.number) return 'number-differs'
  const inParts = file.parts.reduce((sum, { amount }) => sum + amount, 0)
  if (file.parts.length > partsMost || inParts !== totalOf(file.owed)) return 'parts-differ'
  const names = Object.keys(owed ?? {}) as (keyof Owed)[]
  return names.some((name) => owed![name] !== file.owed[name]) ? 'owed-differs' : null
}

function pathProblem({ account, number, secret, parts }: PathFile, record: Body<'liabilities'>): PathProblem | null {
  if (parts.some(({ index }) => index === null)) return 'leaf-missing'
  const idOf = openPartIds(number)(hexToBytes(secret), account)
  const holds = parts.every(({ amount, index, path }, part) => {
    const leaf = leafOf(idOf(part), amount)
    const nodes = path.map(({ hash, sum }) => ({ hash: hexToBytes(hash), sum }))
    const root = rootOfPath({ leaf, index: index!, size: record.leaves, path: nodes })
    return root !== null && bytesToHex(root.hash) === record.root && root.sum === record.total
  })
  return holds ? null : 'path-false'
}
