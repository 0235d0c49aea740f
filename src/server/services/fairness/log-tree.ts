import { sql } from 'kysely'
import { type Tree, nodeHash } from '#core/fairness/merkle'
import { type Node, type Plan, consistencyPlan, inclusionPlan, rootNodes } from '#core/fairness/tlog/plans'
import { foldComplete } from '#core/fairness/tlog/tile-reader'
import { tileOfNode, tileWidth } from '#core/fairness/tlog/tiles'
import type { Queryable } from '../../world/members/database.ts'
import { sha256 } from './sha256.ts'

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
  const tiles = nodes.map(tileOfNode)
  const wanted = tiles.map(({ level, index, first, end }) => ({
    level,
    from: index * tileWidth + first,
    to: index * tileWidth + end,
  }))
  const hashes = await readHashes(db, wanted)
  return wanted.map(({ level, from, to }) => {
    const row = Array.from({ length: to - from }, (_, at) => hashes.get(`${level} ${from + at}`))
    if (row.includes(undefined)) throw new Error(`the public log lacks hashes ${from} to ${to} of level ${level}`)
    return foldComplete(row as Uint8Array[])
  })
}

type Hashes = { readonly level: number; readonly from: number; readonly to: number }

async function readHashes(db: Queryable, wanted: readonly Hashes[]): Promise<Map<string, Uint8Array>> {
  const rows = await Promise.all(wanted.map((each) => hashesBetween(db, each)))
  return new Map(rows.flatMap((row, at) => row.map((hash, place) => [nameOf(wanted[at]!, place), hash])))
}

const nameOf = ({ level, from }: Hashes, place: number) => `${level} ${from + place}`

/** The hashes of one level of tiles, in order. */
export async function hashesBetween(db: Queryable, { level, from, to }: Hashes): Promise<Uint8Array[]> {
  const { rows } =
    level === 0
      ? await sql<{ hash: Buffer }>`
          select leaf as hash from log_record where seq >= ${from} and seq < ${to} order by seq`.execute(db)
      : await sql<{ hash: Buffer }>`
          select hash from log_tile_root where level = ${level} and index >= ${from} and index < ${to} order by index`.execute(
          db,
        )
  return rows.map(({ hash }) => hash)
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
