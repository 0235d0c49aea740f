import { followKeys, readLog, signedCheckpoint, type LogKey, type ReadLog } from '#core/fairness/log'
import { inclusionProof, merkleRoot, rootOfProof } from '#core/fairness/merkle'
import { utf8Text } from '#core/fairness/pack'
import type { LogHead } from '#core/fairness/receipt'
import { isText, listOf } from '#core/fairness/shape'
import { verifyEd25519 } from '#core/fairness/signatures'
import { toBase64 } from '#core/fairness/tlog/base64'
import { parseCheckpoint, type Checkpoint } from '#core/fairness/tlog/checkpoint'
import { rootOfConsistency } from '#core/fairness/tlog/consistency'
import { parseNote } from '#core/fairness/tlog/note'
import { openTiles, type TileReader } from '#core/fairness/tlog/tile-reader'
import { mostTileBytes, parseTilePath, tileWidth } from '#core/fairness/tlog/tiles'
import { layout, readShape } from './public-files.ts'
import { Unreadable, type Source } from './source.ts'

/** The log as a source shows it at one moment. Nothing in it is believed. */
export type SiteLog = {
  readonly source: Source
  /** The newest checkpoint, as a signed note. */
  readonly note: string
  /** What the note says; null where the key of that time did not sign it. */
  readonly checkpoint: Checkpoint | null
  readonly firstKey: string
  readonly keyChanges: readonly string[]
  /** All keys, first to last; none where a change of key does not hold. */
  readonly keys: readonly LogKey[]
  readonly tiles: TileReader
}

export async function openLog(source: Source, firstKey: string): Promise<SiteLog> {
  const note = await source.read(layout.checkpoint)
  const parsed = note === null ? null : parseNote(note)
  const stated = parsed && parseCheckpoint(parsed.text)
  if (note === null || !stated) throw new Unreadable(`${source.name}/${layout.checkpoint} is not a checkpoint`)
  // Read after the checkpoint, so that the key that signed it is among them.
  const keyChanges = (await readShape(source, layout.keys, listOf(isText))) ?? []
  const keys = followKeys(firstKey, keyChanges, verifyEd25519) ?? []
  const tiles = tilesIn(source, stated.size)
  const checkpoint = signedCheckpoint(note, keys, verifyEd25519)
  return { source, note, checkpoint, firstKey, keyChanges, keys, tiles }
}

export function tilesIn(source: Source, size: number): TileReader {
  return openTiles(size, (path) => source.readBytes(layout.tile(path), mostTileBytes(parseTilePath(path)!)))
}

/** A tile of a log, full or the last one: its entries, and the hashes of its leaves. */
export type LogTile = {
  readonly index: number
  readonly entries: readonly Uint8Array[]
  readonly leaves: readonly Uint8Array[]
  /** Whether the tree of the checkpoint has exactly these leaves. */
  readonly isInTree: boolean
}

type Stretch = { readonly first: number; readonly last: number }

/** So many tiles are read at the same time. A hostile site could fill each of them with sixteen megabytes. */
export const tilesAtOnce = 4

/** Reads the tiles with these entries, some at a time, each proven by its leaves. */
export async function* readTiles(log: SiteLog, { first, last }: Stretch): AsyncGenerator<LogTile[]> {
  const { checkpoint } = log
  if (!checkpoint) return
  const end = Math.floor(Math.min(last, checkpoint.size - 1) / tileWidth)
  for (let from = Math.floor(first / tileWidth); from <= end; from += tilesAtOnce) {
    const count = Math.min(tilesAtOnce, end - from + 1)
    // A reader holds on to the hashes that it read, which are too many in a log of years.
    const some = { ...log, tiles: tilesIn(log.source, checkpoint.size) }
    yield await Promise.all(Array.from({ length: count }, (_, at) => readTile(some, checkpoint, from + at)))
  }
}

async function readTile({ tiles, source }: SiteLog, { size, root }: Checkpoint, index: number): Promise<LogTile> {
  const first = index * tileWidth
  const [entries, leaves, proof] = await Promise.all([
    tiles.entries(index),
    tiles.leaves(index),
    tiles.inclusion(first),
  ])
  if (!entries || !leaves || !proof)
    throw new Unreadable(`${source.name} does not have the entries from ${first} on, or their hashes`)
  // The tile's root stands in a tree of tiles as a leaf does in one of leaves, so the way to its first leaf leads past it.
  const above = proof.slice(inclusionProof(leaves, 0).length)
  const tilesInTree = Math.ceil(size / tileWidth)
  const reached = rootOfProof({ leaf: merkleRoot(leaves), index, size: tilesInTree, proof: above })
  return { index, entries, leaves, isInTree: !!reached && toBase64(reached) === toBase64(root) }
}

/** Reads the records of tiles: those from the first to the last number. */
export function readRecords({ note, keys }: SiteLog, tiles: readonly LogTile[], { first, last }: Stretch): ReadLog {
  const leaves = new Map(tiles.filter(({ isInTree }) => isInTree).map((tile) => [tile.index, tile.leaves]))
  const entries = tiles
    .flatMap(({ index, entries }) =>
      entries.map((entry, at) => ({ index: index * tileWidth + at, entry: utf8Text(entry) ?? '' })),
    )
    .filter(({ index }) => index >= first && index <= last)
  return readLog({
    checkpoint: note,
    keys,
    entries,
    includes: ({ index, leaf }) => {
      const proven = leaves.get(Math.floor(index / tileWidth))?.[index % tileWidth]
      return !!proven && toBase64(proven) === toBase64(leaf)
    },
    verify: verifyEd25519,
  })
}

/** The proofs that the log begins with all of each older one; sizes that it never had are left out. */
export async function proofsFrom(
  { checkpoint, tiles, source }: Pick<SiteLog, 'checkpoint' | 'tiles' | 'source'>,
  sizes: readonly number[],
): Promise<Map<number, Uint8Array[]>> {
  const wanted = sizes.filter((size) => checkpoint && size > 0 && size <= checkpoint.size)
  const found = await Promise.all(
    wanted.map(async (size) => {
      const proof = await tiles.consistency(size)
      if (!proof) throw new Unreadable(`${source.name} does not have the hashes that lead from ${size} entries on`)
      return [size, proof] as const
    }),
  )
  return new Map(found)
}

/** Whether a log begins with all of an older state of it, by a proof that somebody shows. */
export function isExtension(older: LogHead, newer: LogHead, proof: readonly Uint8Array[]): boolean {
  if (older.size === 0) return true
  const reached = rootOfConsistency({ old: older.size, oldRoot: older.root, size: newer.size, proof })
  return reached !== null && toBase64(reached) === toBase64(newer.root)
}
