import { type SumNode, sumLevels, sumPath } from '#core/fairness/liabilities/sum-tree'
import type { Queryable } from '../../world/members/database.ts'
import type { LiabilityTop, Memory } from '../../world/members/memory.ts'
import { sha256 } from '../../world/sha256.ts'
import { leavesInPiece, readLeaves } from './leaves.ts'

export type FoundLeaf = { readonly index: number; readonly path: readonly SumNode[] }

/** Players ask about the newest proof and the few before it. */
const topsMost = 4

/** The nodes above the pieces of a proof, from memory where they were read before. */
async function topOf(db: Queryable, memory: Memory, build: string): Promise<LiabilityTop> {
  const known = memory.liabilityTops.get(build)
  if (known) return known
  const rows = await db
    .selectFrom('liability_piece')
    .select(['first_leaf', 'root', 'total'])
    .where('build', '=', build)
    .orderBy('place')
    .execute()
  const nodes = rows.map(({ root, total }) => ({ hash: root, sum: Number(total) }))
  const top = { firsts: rows.map(({ first_leaf: first }) => first), levels: sumLevels(nodes, sha256) }
  memory.liabilityTops.set(build, top)
  for (const oldest of memory.liabilityTops.keys()) {
    if (memory.liabilityTops.size <= topsMost) break
    memory.liabilityTops.delete(oldest)
  }
  return top
}

/** Finds a leaf and the way from it to the root; null where the proof does not have it. */
export async function findLeaf(
  { db, memory }: { db: Queryable; memory: Memory },
  build: string,
  leaf: SumNode,
): Promise<FoundLeaf | null> {
  const top = await topOf(db, memory, build)
  const place = top.firsts.findLastIndex((first) => Buffer.compare(first, leaf.hash) <= 0)
  if (place < 0) return null
  const piece = await db
    .selectFrom('liability_piece')
    .select('leaves')
    .where('build', '=', build)
    .where('place', '=', place)
    .executeTakeFirst()
  const leaves = piece ? readLeaves(piece.leaves) : []
  const at = leaves.findIndex(({ hash }) => Buffer.compare(hash, leaf.hash) === 0)
  if (at < 0) return null
  const path = [...sumPath(sumLevels(leaves, sha256), at), ...sumPath(top.levels, place)]
  return { index: place * leavesInPiece + at, path }
}
