import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { formatInstant, parseInstant } from '../../instant.ts'
import type { NewRecord } from '../../log.ts'
import { inclusionProof } from '../../merkle.ts'
import { packHash, hexBytes } from '../../pack.ts'
import { operatorKey, sealLog, type Sealed } from '../../testing/genuine-draw.ts'
import { formatProofFile } from '../../tlog/proof-file.ts'
import { leafLine } from '../leaf-list.ts'
import { openLeaves, openPartIds, openSecrets, splitOwed } from '../parts.ts'
import { totalOf, type Owed, type PathFile } from '../path-file.ts'
import { leafOf, sumLevels, sumPath, type SumNode } from '../sum-tree.ts'

export type ModelPlayer = { readonly account: string; readonly owed: Owed }
export type LiabilitiesRecord = Extract<NewRecord, { type: 'liabilities' }>

/** A proof as a house makes it, all of it in memory. */
export type ModelProof = {
  readonly number: number
  readonly seed: Uint8Array
  /** In the order of their hashes. */
  readonly leaves: readonly SumNode[]
  readonly levels: readonly (readonly SumNode[])[]
  readonly record: LiabilitiesRecord
}

export const proofAtMs = parseInstant('2026-11-02T14:00:03.000Z')!

export function makeProof(players: readonly ModelPlayer[], { number = 1, atMs = proofAtMs } = {}): ModelProof {
  const seed = hexBytes(packHash('test seed', String(number)), 32)
  const leavesOf = openLeaves(seed, number)
  const leaves = players.flatMap(({ account, owed }) => leavesOf({ id: account, account, amount: totalOf(owed) }))
  return proofOver(leaves, { number, atMs, seed, names: namesOf(players) })
}

type Made = { readonly number: number; readonly atMs: number; readonly seed: Uint8Array; readonly names: Owed }

/** A proof over whatever leaves a house likes, logged with whatever it says of them. */
export function proofOver(unsorted: readonly SumNode[], { number, atMs, seed, names }: Made): ModelProof {
  const inOrder = unsorted.map((leaf) => ({ leaf, text: bytesToHex(leaf.hash) }))
  const leaves = inOrder.sort((one, other) => (one.text < other.text ? -1 : 1)).map(({ leaf }) => leaf)
  const levels = sumLevels(leaves)
  const root = levels.at(-1)![0]!
  const body = { number, instant: formatInstant(atMs), root: bytesToHex(root.hash), total: root.sum, ledger: null }
  const record = {
    at: formatInstant(atMs + 4_000),
    type: 'liabilities' as const,
    body: { ...body, leaves: leaves.length, ...names },
  }
  return { number, seed, leaves, levels, record }
}

export function namesOf(players: readonly ModelPlayer[]): Owed {
  const sum = (name: keyof Owed) => players.reduce((total, { owed }) => total + owed[name], 0)
  return { available: sum('available'), held: sum('held'), repeatOrders: sum('repeatOrders'), stakes: sum('stakes') }
}

/** The file that the house shows a player of this proof; a part without a leaf is shown as missing. */
export function pathFileFor(
  proof: ModelProof,
  { account, owed }: ModelPlayer,
  log = sealLog([proof.record]),
): PathFile {
  const { number, seed, leaves, levels } = proof
  const secret = openSecrets(seed)(account)
  const parts = splitOwed(secret, totalOf(owed)).map((amount, part) => {
    const { hash } = leafOf(openPartIds(number)(secret, account)(part), amount)
    const index = leaves.findIndex((leaf) => bytesToHex(leaf.hash) === bytesToHex(hash))
    const path = index < 0 ? [] : sumPath(levels, index)
    return {
      amount,
      index: index < 0 ? null : index,
      path: path.map((node) => ({ hash: bytesToHex(node.hash), sum: node.sum })),
    }
  })
  const record = recordIn(log, 0)
  return { v: 1, account, number, secret: bytesToHex(secret), owed, parts, record, operatorKey, keyChanges: [] }
}

export function recordIn({ entries, leaves, note }: Sealed, index: number): string {
  return formatProofFile({
    extra: utf8ToBytes(entries[index]!),
    index,
    proof: inclusionProof(leaves, index),
    checkpoint: note,
  })
}

export function listOf({ leaves }: ModelProof): string[] {
  return leaves.map((leaf) => leafLine(leaf).trimEnd())
}
