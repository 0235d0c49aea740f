import { appendFile, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { concatBytes } from '@noble/hashes/utils.js'
import { foldComplete } from '#core/fairness/tlog/tile-reader'
import { formatEntries, levelSize, tilePath, tileWidth, type Tile } from '#core/fairness/tlog/tiles'
import { printable } from '../print.ts'
import { isDay, layout, readShape } from '../public-files.ts'
import type { LogTile } from '../site-log.ts'
import { openSource, Unreadable, type Source } from '../source.ts'

/** Replaces a file, so that whoever reads it finds the old content or the new one. */
export async function save(folder: string, path: string, content: string | Uint8Array): Promise<void> {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(`${file}.new`, content)
  await rename(`${file}.new`, file)
}

/** Stores entries and the hashes of their leaves, as their log lays them out. */
export async function saveTiles(folder: string, tiles: readonly LogTile[]): Promise<void> {
  for (const { index, entries, leaves } of tiles) {
    const put = (level: Tile['level'], bytes: Uint8Array) =>
      save(folder, layout.tile(tilePath({ level, index, width: leaves.length })), bytes)
    await put('entries', formatEntries(entries))
    await put(0, concatBytes(...leaves))
  }
}

async function keepLine(folder: string, file: string, line: object): Promise<void> {
  await mkdir(folder, { recursive: true })
  await appendFile(join(folder, file), `${printable(JSON.stringify(line))}\n`)
}

/** Keeps what a site contradicted itself with: together with the mirror this is the proof. */
export const keepProof = (folder: string, proof: object) => keepLine(folder, 'contradictions.jsonl', proof)

/** Keeps what failed about a draw: the mirror has all that was checked. */
export const keepFailure = (folder: string, failure: object) => keepLine(folder, 'failures.jsonl', failure)

/** The first and the last record of each day's draws. */
export type Stretches = Map<string, { readonly first: number; readonly last: number }>

/** Stores which records hold the draws of days, of which earlier ones may be known. */
export async function saveDays(folder: Source, days: Stretches): Promise<void> {
  for (const [day, { first, last }] of days) {
    const known = await readShape(folder, layout.day(day), isDay)
    const stretch = { v: 2, first: known?.first ?? first, last }
    await save(folder.name, layout.day(day), `${JSON.stringify(stretch)}\n`)
  }
}

/** How a log grew. */
type Growth = { readonly from: number; readonly to: number }

/** Stores the tiles above the leaves, each of whose hashes is the root of a full tile below. */
export async function saveUpperTiles(folder: string, { from, to }: Growth): Promise<void> {
  const source = openSource(folder)
  for (let level = 1; levelSize(to, level) > 0; level++) {
    const [had, has] = [levelSize(from, level), levelSize(to, level)]
    if (had === has) continue
    for (let index = Math.floor(had / tileWidth); index * tileWidth < has; index++) {
      const width = Math.min(tileWidth, has - index * tileWidth)
      const roots: Uint8Array[] = []
      for (let at = 0; at < width; at++) roots.push(await tileRoot(source, level - 1, index * tileWidth + at))
      await save(folder, layout.tile(tilePath({ level, index, width })), concatBytes(...roots))
    }
  }
}

async function tileRoot(source: Source, level: number, index: number): Promise<Uint8Array> {
  const path = layout.tile(tilePath({ level, index, width: tileWidth }))
  const bytes = await source.readBytes(path)
  if (bytes?.length !== tileWidth * 32) throw new Unreadable(`${source.name}/${path} is damaged`)
  return foldComplete(Array.from({ length: tileWidth }, (_, at) => bytes.subarray(at * 32, at * 32 + 32)))
}

/** Removes the partial tiles whose full ones are there. */
export async function dropPartialTiles(folder: string, { from, to }: Growth): Promise<void> {
  const drop = async (level: Tile['level']) => {
    const at = level === 'entries' ? 0 : level
    const [first, end] = [from, to].map((size) => Math.floor(levelSize(size, at) / tileWidth)) as [number, number]
    for (let index = first; index < end; index++) {
      const full = layout.tile(tilePath({ level, index, width: tileWidth }))
      await rm(join(folder, `${full}.p`), { recursive: true, force: true })
    }
  }
  await drop('entries')
  for (let level = 0; levelSize(to, level) > 0; level++) await drop(level)
}
