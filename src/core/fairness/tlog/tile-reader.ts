import { nodeHash } from '../merkle.ts'
import { type Plan, consistencyPlan, foldNodes, inclusionPlan } from './plans.ts'
import { type Tile, levelSize, parseEntries, tileOfNode, tilePath, tileWidth } from './tiles.ts'

/** Fetches a file below the log's prefix; null where it does not exist. */
export type FetchTile = (path: string) => Promise<Uint8Array | null>

/** Reads a log of one size by its tiles. Nothing that it returns is believed: proofs are for checking. */
export type TileReader = {
  /** The entries of one tile, from `index × 256` on; null where they cannot be had. */
  entries(index: number): Promise<Uint8Array[] | null>
  /** The hashes of one tile of leaves; null where they cannot be had. */
  leaves(index: number): Promise<Uint8Array[] | null>
  inclusion(index: number): Promise<Uint8Array[] | null>
  consistency(old: number): Promise<Uint8Array[] | null>
}

export function openTiles(size: number, fetch: FetchTile): TileReader {
  const hashTiles = new Map<string, Promise<Uint8Array[] | null>>()
  const tileAt = (level: Tile['level'], index: number): Tile => {
    const width = Math.min(tileWidth, levelSize(size, level === 'entries' ? 0 : level) - index * tileWidth)
    return { level, index, width }
  }
  /** A tile that was partial when the log had this size may have been completed since, and only then be gone. */
  const read = async (tile: Tile): Promise<Uint8Array | null> => {
    if (tile.width <= 0) return null
    const found = await fetch(tilePath(tile))
    return found || tile.width === tileWidth ? found : fetch(tilePath({ ...tile, width: tileWidth }))
  }
  const hashes = (level: number, index: number): Promise<Uint8Array[] | null> => {
    const tile = tileAt(level, index)
    const path = tilePath(tile)
    const found = hashTiles.get(path) ?? read(tile).then((bytes) => hashesOf(bytes, tile.width))
    hashTiles.set(path, found)
    return found
  }
  const prove = async ({ nodes, build }: Plan): Promise<Uint8Array[] | null> => {
    const found = await Promise.all(
      nodes.map(async (node) => {
        const { level, index, first, end } = tileOfNode(node)
        const row = (await hashes(level, index))?.slice(first, end)
        return row?.length === end - first ? foldComplete(row) : null
      }),
    )
    return found.every((node) => node !== null) ? build(found, nodeHash) : null
  }
  return {
    leaves: (index) => hashes(0, index),
    entries: async (index) => {
      const tile = tileAt('entries', index)
      const entries = parseEntries((await read(tile)) ?? new Uint8Array())
      return entries && entries.length >= tile.width ? entries.slice(0, tile.width) : null
    },
    inclusion: (index) => prove(inclusionPlan(index, size)),
    consistency: (old) => prove(consistencyPlan(old, size)),
  }
}

function hashesOf(bytes: Uint8Array | null, width: number): Uint8Array[] | null {
  if (!bytes || bytes.length < width * 32 || bytes.length % 32 !== 0) return null
  return Array.from({ length: width }, (_, at) => bytes.subarray(at * 32, at * 32 + 32))
}

/** The root over a power of two of hashes. */
export function foldComplete(row: readonly Uint8Array[]): Uint8Array {
  if (row.length <= 1) return foldNodes(row, nodeHash)
  const half = row.length / 2
  return nodeHash(foldComplete(row.slice(0, half)), foldComplete(row.slice(half)))
}
