import { entryLeaf, type LogProblem } from '#core/fairness/log'
import { utf8Text } from '#core/fairness/pack'
import { toBase64 } from '#core/fairness/tlog/base64'
import type { Checkpoint } from '#core/fairness/tlog/checkpoint'
import { parseProofFile } from '#core/fairness/tlog/proof-file'
import type { TileReader } from '#core/fairness/tlog/tile-reader'
import { tileWidth } from '#core/fairness/tlog/tiles'
import { isExtension, proofsFrom, readTiles, tilesIn, type SiteLog } from '../site-log.ts'
import { Unreadable, type Source } from '../source.ts'

/** What is wrong with a log, and with which of its records, where that is known. */
export type Fault = {
  readonly what: LogProblem['code'] | 'forked' | 'records-lost' | 'key-change-not-in-log'
  readonly index: number | null
}

type Held = { readonly folder: Source; readonly held: { readonly checkpoint: Checkpoint } | null }

/** Whether the log that is shown and the one that was mirrored are two states of one log. */
export async function compare(shown: SiteLog, { folder, held }: Held): Promise<Fault | null> {
  const { checkpoint } = shown
  if (!checkpoint) return { what: 'checkpoint-false', index: null }
  if (!held) return null
  const own = { source: folder, checkpoint: held.checkpoint, tiles: tilesIn(folder, held.checkpoint.size) }
  const [older, newer] = checkpoint.size < held.checkpoint.size ? [shown, own] : [own, shown]
  const { size } = older.checkpoint!
  const proof = (await proofsFrom(newer, [size])).get(size) ?? []
  if (isExtension(older.checkpoint!, newer.checkpoint!, proof)) return null
  // Where the site shows no more than was mirrored, the mirror proves it alone. Otherwise the site's hashes may be false instead.
  const isProven = newer === own || size === checkpoint.size
  const difference = await firstDifference(shown, own.tiles, size).catch((cause: unknown) => {
    if (!isProven) throw cause
    return 'none' as const
  })
  if (typeof difference === 'number') return { what: 'forked', index: difference }
  if (isProven) return { what: 'forked', index: null }
  if (difference === 'false-tile') return { what: 'not-in-log', index: null }
  throw new Unreadable(`${shown.source.name} shows hashes that do not belong to its log`)
}

/** The first record in which two logs differ, as far as the site shows true ones. */
async function firstDifference(shown: SiteLog, own: TileReader, size: number): Promise<number | 'false-tile' | 'none'> {
  for await (const tiles of readTiles(shown, { first: 0, last: size - 1 })) {
    for (const { index, leaves, isInTree } of tiles) {
      if (!isInTree) return 'false-tile'
      const held = (await own.leaves(index)) ?? []
      const at = held.findIndex((leaf, at) => leaves[at] && toBase64(leaf) !== toBase64(leaves[at]))
      if (at >= 0) return index * tileWidth + at
    }
  }
  return 'none'
}

/** A change of key that is shown, but is not the record that the mirrored log has at its place. */
export async function strayKeyChange({ checkpoint, keys, keyChanges }: SiteLog, folder: Source): Promise<Fault | null> {
  if (keys.length === 0) return null
  const tiles = tilesIn(folder, checkpoint!.size)
  for (const { index, extra } of keyChanges.map((change) => parseProofFile(change)!)) {
    if (index >= checkpoint!.size) continue
    const leaf = (await tiles.leaves(Math.floor(index / tileWidth)))?.[index % tileWidth]
    const named = entryLeaf(utf8Text(extra!)!)
    if (!leaf || toBase64(leaf) !== toBase64(named)) return { what: 'key-change-not-in-log', index }
  }
  return null
}
