import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { entryLeaf } from '#core/fairness/log'
import { merkleRoot } from '#core/fairness/merkle'
import type { Checkpoint } from '#core/fairness/tlog/checkpoint'
import { formatEntries, tilePath, tileWidth, tilesOf } from '#core/fairness/tlog/tiles'

/** A log as a site publishes it at one size: its state, and its files by their paths. */
export type LogFiles = { readonly state: Checkpoint; readonly files: Map<string, Uint8Array> }

export function logFiles(entries: readonly string[]): LogFiles {
  const leaves = entries.map((entry) => entryLeaf(entry))
  const files = tilesOf(entries.length).map((tile): [string, Uint8Array] => {
    const from = tile.index * tileWidth
    if (tile.level === 'entries')
      return [tilePath(tile), formatEntries(entries.slice(from, from + tile.width).map(utf8ToBytes))]
    const span = tileWidth ** tile.level
    const hashes = Array.from({ length: tile.width }, (_, at) =>
      merkleRoot(leaves.slice((from + at) * span, (from + at + 1) * span)),
    )
    return [tilePath(tile), concatBytes(...hashes)]
  })
  const state = { origin: 'site.example/fair/log', size: entries.length, root: merkleRoot(leaves), extensions: [] }
  return { state, files: new Map(files) }
}

/** Stands in for the browser's `fetch`, and has these files only. */
export function serving({ files }: LogFiles): (address: string) => Promise<Response> {
  return async (address) => {
    const file = files.get(address.replace('/fair/log/', ''))
    return file ? new Response(new Uint8Array(file)) : new Response(null, { status: 404 })
  }
}
