import { sql } from 'kysely'
import { entryLeaf } from '#core/fairness/log'
import { appendLeaf, emptyTree, treeRoot } from '#core/fairness/merkle'
import { parseCheckpoint } from '#core/fairness/tlog/checkpoint'
import { parseNote } from '#core/fairness/tlog/note'
import { foldComplete } from '#core/fairness/tlog/tile-reader'
import { tileWidth } from '#core/fairness/tlog/tiles'
import type { Queryable } from '../../world/members/database.ts'
import { sha256 } from '../../world/sha256.ts'

type Logged = { seq: number; entry: string; leaf: Buffer; root: Buffer | null; note: string | null }

const atOnce = 5_000
/** Enough to see what happened; one lost record would otherwise be reported with every later one. */
const findingsMost = 20

/**
 * Recomputes the public log from its entries: every leaf, the root and the text of every checkpoint, and every stored root of a tile.
 * Signatures are left to readers who pinned the first key. `tell` hears how many of how many records are done.
 */
export async function brokenLog(db: Queryable, tell: (done: number, of: number) => void = () => {}): Promise<string[]> {
  const { size, records } = await sizes(db)
  const problems = size === records ? [] : [`the public log has ${records} records and is signed up to ${size}`]
  const tiles = await tileCheck(db, size)
  let tree = emptyTree
  while (tree.size < size && problems.length < findingsMost) {
    const rows = await readRecords(db, tree.size)
    if (rows[0]?.seq !== tree.size) return [...problems, `the public log lacks record ${tree.size}`]
    for (const row of rows.slice(0, size - tree.size)) {
      if (row.seq !== tree.size) break
      const leaf = Buffer.from(entryLeaf(row.entry, sha256))
      if (!leaf.equals(row.leaf)) problems.push(`record ${row.seq} of the public log is not the one whose hash it has`)
      tree = appendLeaf(tree, leaf, sha256)
      problems.push(...brokenCheckpoint(row, Buffer.from(treeRoot(tree, sha256))), ...tiles.add(leaf))
    }
    tell(tree.size, size)
  }
  return (problems.length > 0 ? problems : tiles.left()).slice(0, findingsMost)
}

/** Both of one instant: a record and its checkpoint are committed together. */
async function sizes(db: Queryable): Promise<{ size: number; records: number }> {
  const { rows } = await sql<{ size: number; records: number }>`
    select (select coalesce(max(size), 0) from log_checkpoint)::float8 as size,
      (select coalesce(max(seq) + 1, 0) from log_record)::float8 as records`.execute(db)
  return rows[0]!
}

async function readRecords(db: Queryable, from: number): Promise<Logged[]> {
  const { rows } = await sql<Logged>`
    select seq::float8, entry, leaf, root, note from log_record left join log_checkpoint on size = seq + 1
    where seq >= ${from} and seq < ${from + atOnce} order by seq`.execute(db)
  return rows
}

function brokenCheckpoint({ seq, root, note }: Logged, computed: Buffer): string[] {
  const size = seq + 1
  if (!root) return [`the public log has no checkpoint of size ${size}`]
  const signed = parseCheckpoint(parseNote(note ?? '')?.text ?? '')
  const isSigned = signed?.size === size && Buffer.from(signed.root).equals(root)
  return [
    ...(root.equals(computed) ? [] : [`the checkpoint of size ${size} has another root than its records`]),
    ...(isSigned ? [] : [`the checkpoint of size ${size} is signed with another root`]),
  ]
}

/** The stored roots of full tiles, each compared when its last hash was computed. */
async function tileCheck(db: Queryable, size: number) {
  const { rows } = await sql<{ level: number; index: number; hash: Buffer }>`
    select level, index::float8, hash from log_tile_root where (index + 1) * power(${tileWidth}, level) <= ${size}`.execute(
    db,
  )
  const stored = new Map(rows.map(({ level, index, hash }) => [`${level}:${index}`, hash]))
  const open: Uint8Array[][] = [[]]
  const counts: number[] = []
  const add = (hash: Uint8Array, level = 0): string[] => {
    const row = (open[level] ??= [])
    row.push(hash)
    if (row.length < tileWidth) return []
    open[level] = []
    const [above, index] = [level + 1, counts[level] ?? 0]
    counts[level] = index + 1
    const root = foldComplete(row)
    const kept = stored.get(`${above}:${index}`)
    stored.delete(`${above}:${index}`)
    const isKept = kept?.equals(root) ?? false
    return [
      ...(isKept ? [] : [`tile ${index} of level ${above} of the public log has another root`]),
      ...add(root, above),
    ]
  }
  return { add, left: () => [...stored.keys()].map((name) => `the public log has a tile ${name} too many`) }
}
