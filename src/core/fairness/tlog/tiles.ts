import { concatBytes } from '@noble/hashes/utils.js'
import { parseSize } from './checkpoint.ts'

// The files of a log, as C2SP's tlog-tiles lays them out: hashes by 256 on every level, and the entries themselves by 256.

export const tileWidth = 256
const tileHeight = 8

/** `level` is the level of the hashes, or `entries`; `width` is 256 for a full tile. */
export type Tile = { readonly level: number | 'entries'; readonly index: number; readonly width: number }

export function tilePath({ level, index, width }: Tile): string {
  const groups = [String(index % 1_000).padStart(3, '0')]
  for (let rest = Math.floor(index / 1_000); rest > 0; rest = Math.floor(rest / 1_000))
    groups.unshift(`x${String(rest % 1_000).padStart(3, '0')}`)
  return `tile/${level}/${groups.join('/')}${width === tileWidth ? '' : `.p/${width}`}`
}

/** Reads what follows the log's prefix; null unless it is written as `tilePath` would. */
export function parseTilePath(path: string): Tile | null {
  const parts = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path)
  if (!parts) return null
  const index = parseSize(parts[2]!.replaceAll(/[x/]/g, '').replace(/^0+(?=\d)/, ''))
  const level: Tile['level'] = parts[1] === 'entries' ? 'entries' : Number(parts[1])
  const width = parts[3] === undefined ? tileWidth : Number(parts[3])
  const tile: Tile | null = index === null ? null : { level, index, width }
  return tile && tilePath(tile) === path && width > 0 && width <= tileWidth ? tile : null
}

/** How many hashes a level of tiles has in a tree: each is the root of a full tile below. */
export function levelSize(size: number, level: number): number {
  return Math.floor(size / tileWidth ** level)
}

/** Whether a tree of this size has the tile, full or in a state it once had. */
export function hasTile(size: number, { level, index, width }: Tile): boolean {
  return index * tileWidth + width <= levelSize(size, level === 'entries' ? 0 : level)
}

/** An entry's length stands in two bytes. */
const mostEntryBytes = 65_535

/** More bytes than this no tile has. */
export function mostTileBytes({ level, width }: Tile): number {
  return width * (level === 'entries' ? 2 + mostEntryBytes : 32)
}

/** The tiles of which a tree of this size consists, those of the entries first. */
export function tilesOf(size: number): Tile[] {
  const tiles: Tile[] = []
  const add = (level: Tile['level'], count: number) => {
    for (let from = 0; from < count; from += tileWidth)
      tiles.push({ level, index: from / tileWidth, width: Math.min(tileWidth, count - from) })
  }
  add('entries', size)
  for (let level = 0; levelSize(size, level) > 0; level++) add(level, levelSize(size, level))
  return tiles
}

/** A node of the tree, the root of 2^level leaves, lies in one tile: under the hashes from `first` to before `end`. */
export function tileOfNode({ level, index }: { level: number; index: number }): {
  readonly level: number
  readonly index: number
  readonly first: number
  readonly end: number
} {
  const tileLevel = Math.floor(level / tileHeight)
  const span = 2 ** (level % tileHeight)
  const from = index * span
  const first = from % tileWidth
  return { level: tileLevel, index: Math.floor(from / tileWidth), first, end: first + span }
}

/** The entries of a tile, each after its length in two bytes. */
export function formatEntries(entries: readonly Uint8Array[]): Uint8Array {
  return concatBytes(
    ...entries.flatMap((entry) => {
      if (entry.length > mostEntryBytes) throw new RangeError(`an entry of ${entry.length} bytes does not fit a tile`)
      return [Uint8Array.of(entry.length >> 8, entry.length & 255), entry]
    }),
  )
}

export function parseEntries(bytes: Uint8Array): Uint8Array[] | null {
  const entries: Uint8Array[] = []
  for (let at = 0; at < bytes.length;) {
    const end = at + 2 + ((bytes[at]! << 8) | (bytes[at + 1] ?? 0))
    if (at + 2 > bytes.length || end > bytes.length) return null
    entries.push(bytes.subarray(at + 2, end))
    at = end
  }
  return entries
}
