import { sql } from 'kysely'
import { type Tree, nodeHash } from '#core/fairness/merkle'
import { type Node, type Plan, consistencyPlan, inclusionPlan, rootNodes } from '#core/fairness/tlog/plans'
import { foldComplete } from '#core/fairness/tlog/tile-reader'
import { tileOfNode, tileWidth } from '#core/fairness/tlog/tiles'
import type { Queryable } from '../../world/members/database.ts'
import { sha256 } from '../../world/sha256.ts'

// The tree of the public log, as its tables hold it: the hash of every entry, and of every full tile of 256 hashes.

/** Proof that a log of this size has the entry. */
export function inclusionOf(db: Queryable, index: number, size: number): Promise<Uint8Array[]> {
  return prove(db, inclusionPlan(index, size))
}

/** Proof that a log of this size begins with all of the log of the older size. */
export function consistencyOf(db: Queryable, old: number, size: number): Promise<Uint8Array[]> {
  return prove(db, consistencyPlan(old, size))
}

/** The tree of that size, ready to be appended to. */
export async function treeOf(db: Queryable, size: number): Promise<Tree> {
  return { size, peaks: await readNodes(db, rootNodes(size)) }
}

async function prove(db: Queryable, { nodes, build }: Plan): Promise<Uint8Array[]> {
  return build(await readNodes(db, nodes), (left, right) => nodeHash(left, right, sha256))
}

async function readNodes(db: Queryable, nodes: readonly Node[]): Promise<Uint8Array[]> {
  const wanted = nodes.map(tileOfNode).map(({ level, index, first, end }) => ({
    level,
    from: index * tileWidth + first,
    to: index * tileWidth + end,
  }))
  const rows = await readRows(db, wanted)
  return wanted.map(({ level, from, to }, at) => {
    const row = rows[at]!
    if (row.length !== to - from) throw new Error(`the public log lacks hashes ${from} to ${to} of level ${level}`)
    return foldComplete(row)
  })
}

/** Hashes of one level of tiles, from one number to before another. */
type Row = { readonly level: number; readonly from: number; readonly to: number }

/** Reads all rows in one query: a proof takes some seventeen of them. */
async function readRows(db: Queryable, wanted: readonly Row[]): Promise<Buffer[][]> {
  const { rows } = await sql<{ at: number; hash: Buffer }>`
    select at::integer, hash
    from unnest(
      ${wanted.map(({ level }) => level)}::integer[], ${wanted.map(({ from }) => from)}::bigint[],
      ${wanted.map(({ to }) => to)}::bigint[]
    ) with ordinality as wanted (level, first, past, at)
    cross join lateral (
      select seq as index, leaf as hash from log_record where wanted.level = 0 and seq >= first and seq < past
      union all
      select index, hash from log_tile_root
      where log_tile_root.level = wanted.level and index >= first and index < past) found
    order by at, index`.execute(db)
  const found = wanted.map((): Buffer[] => [])
  for (const { at, hash } of rows) found[at - 1]!.push(hash)
  return found
}

/** The hashes of one level of tiles, in order. */
export async function hashesBetween(db: Queryable, row: Row): Promise<Buffer[]> {
  return (await readRows(db, [row]))[0]!
}

/** Keeps the root of every tile that a log of this size has just completed. */
export async function keepTileRoots(db: Queryable, size: number): Promise<void> {
  for (let level = 1; size % tileWidth ** level === 0; level++) {
    const index = size / tileWidth ** level - 1
    const row = await hashesBetween(db, { level: level - 1, from: index * tileWidth, to: (index + 1) * tileWidth })
    await db
      .insertInto('log_tile_root')
      .values({ level, index: BigInt(index), hash: Buffer.from(foldComplete(row)) })
      .execute()
  }
}
