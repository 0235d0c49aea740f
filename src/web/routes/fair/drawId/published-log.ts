import type { Output } from '#contract/endpoint'
import type { drawProof } from '#contract/play/past-draws'
import type { Json } from '#core/fairness/canonical'
import type { PublicDraw } from '#core/fairness/check/draw-case'
import { entryLeaf, includesByProof, parseEntry } from '#core/fairness/log'
import { type Tree, appendLeaf, treeRoot } from '#core/fairness/merkle'
import type { Receipt } from '#core/fairness/receipt'
import type { LogRecord } from '#core/fairness/records'
import { hashesFrom, toBase64 } from '#core/fairness/tlog/base64'
import { parseCheckpoint } from '#core/fairness/tlog/checkpoint'
import { rootOfConsistency } from '#core/fairness/tlog/consistency'
import { parseNote } from '#core/fairness/tlog/note'
import { leftInProof, openLog, readRecords } from '../../../state/public-log.ts'
import type { ShownLog } from './checker/serve-checks.ts'

/** What is published about a draw, as it came; nothing in it is believed. */
export type DrawFile = Omit<Output<typeof drawProof>, 'chain' | 'rules' | 'bets'> &
  Pick<PublicDraw, 'chain' | 'rules' | 'bets'>

/** The records as published; whether they are what they seem is for the checker to say. */
export function recordsOf({ entries }: Pick<DrawFile, 'entries'>): LogRecord[] {
  return entries.map(({ entry }) => parseEntry(entry)).filter((record) => record !== null)
}

/** How many records there are from the draw's schedule to its last word. */
export function stretchOf({ entries }: DrawFile): number {
  return entries.length > 0 ? entries.at(-1)!.index - entries[0]!.index + 1 : 0
}

/** The log of which a draw's file shows a part. */
export function openPublished(file: DrawFile) {
  const note = parseNote(file.checkpoint)
  const checkpoint = (note && parseCheckpoint(note.text)) ?? {
    origin: '',
    size: 0,
    root: new Uint8Array(),
    extensions: [],
  }
  const { size, root } = checkpoint
  const log = openLog(size)

  /** The draw's own entries, and which of them the tree has by their proofs. */
  const shown = (): ShownLog => {
    const includes = includesByProof(file.entries)
    const isIn = ({ index, entry }: DrawFile['entries'][number]) =>
      includes({ index, leaf: entryLeaf(entry) }, checkpoint)
    return { ...file, included: new Set(file.entries.filter(isIn).map(({ index }) => index)) }
  }

  /** All entries from the draw's first to its last; null where they cannot be had, or are others than the file shows. */
  const between = async (): Promise<ShownLog | null> => {
    const [first, last] = [file.entries[0]!, file.entries.at(-1)!.index]
    const entries: string[] = []
    let tree = treeBefore(first, size)
    for await (const records of readRecords(log, first.index, last)) {
      if (!records) return null
      entries.push(...records)
      for (const record of records) tree &&= appendLeaf(tree, entryLeaf(record))
    }
    const proof = last < size ? await log.consistency(last + 1) : null
    if (!proof || !file.entries.every(({ index, entry }) => entries[index - first.index] === entry)) return null
    const reached = tree && rootOfConsistency({ old: last + 1, oldRoot: treeRoot(tree), size, proof })
    const isIn = !!reached && toBase64(reached) === toBase64(root)
    const numbered = entries.map((entry, at) => ({ index: first.index + at, entry }))
    return { ...file, entries: numbered, included: new Set(isIn ? numbered.map(({ index }) => index) : []) }
  }

  /** Proofs that the log still begins with what it was when the draw closed, and when each receipt was given. */
  const consistency = async (receipts: readonly Receipt[]): Promise<PublicDraw['consistency']> => {
    const given = file.consistency.map((each) => [each.size, hashesFrom(each.proof)] as const)
    const asked = new Set(receipts.map(({ head }) => head.size).filter((old) => old > 0 && old < size))
    const own = await Promise.all([...asked].map(async (old) => [old, await log.consistency(old)] as const))
    const proofs = new Map<number, readonly Uint8Array[]>()
    for (const [old, proof] of [...given, ...own]) if (proof) proofs.set(old, proof)
    return proofs
  }

  return { shown, between, consistency }
}

/** The tree of all that is before an entry, from its proof: entries appended to it lead to the roots of the log. */
function treeBefore({ index, proof }: DrawFile['entries'][number], size: number): Tree | null {
  const hashes = hashesFrom(proof)
  const isLeft = leftInProof(index, size)
  if (hashes?.length !== isLeft.length) return null
  return { size: index, peaks: hashes.filter((_, at) => isLeft[at]).toReversed() }
}

/** Bets beyond this are left to the command line, which has the memory for them. */
const betsMost = 20_000
/** The largest file has some megabytes, and a phone's connection may be slow. */
const patienceMs = 60_000

/** Whether the bets of a draw are published by now, in a file that is not too large to be read here. */
export function publishesBets(records: readonly LogRecord[]): boolean {
  const close = records.find((record) => record.type === 'close')
  const isOver = records.some(({ type }) => type === 'settle' || type === 'void')
  return isOver && close !== undefined && close.body.bets <= betsMost
}

/**
 * The published bets of a draw; null where there is no such file. Any other answer fails: a file that could not be read now must not be
 * taken for one that lacks bets, which would accuse the operator.
 */
export async function readBets(drawId: string): Promise<Json[] | null> {
  const path = `/fair/bets/${drawId.replaceAll(':', '/')}.jsonl`
  const response = await fetch(path, { signal: AbortSignal.timeout(patienceMs) })
  if (response.status === 404) return null
  if (!response.ok) throw new Error(`${path} answers ${response.status}`)
  const lines = (await response.text()).split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Json)
}
