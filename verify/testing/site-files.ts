import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { betsFile } from '#core/fairness/bets'
import { canonical, canonicalHash } from '#core/fairness/canonical'
import type { NewRecord } from '#core/fairness/log'
import { inclusionProof } from '#core/fairness/merkle'
import { publicKeyOf } from '#core/fairness/signatures'
import { parseDrawId } from '#core/fairness/records'
import {
  entriesOf,
  operatorKey,
  sealLog,
  testOrigin,
  type Draft,
  type Sealed,
} from '#core/fairness/testing/genuine-draw'
import { formatProofFile } from '#core/fairness/tlog/proof-file'
import { foldComplete } from '#core/fairness/tlog/tile-reader'
import { formatEntries, tilePath, tileWidth, tilesOf } from '#core/fairness/tlog/tiles'
import { layout } from '../public-files.ts'

/** So many heads of the ledger, which belong to no draw. */
export function headsAt(at: string, count: number): NewRecord[] {
  return Array.from({ length: count }, (_, number) => {
    return { at, type: 'head', body: { book: 'ledger', number, hash: '0'.repeat(64) } }
  })
}

/** The records of several draws in the order of time, with others among them. */
export function recordsOf(drafts: readonly Draft[], others = headsAt(drafts[0]!.close.at, 1)): NewRecord[] {
  return [...others, ...drafts.flatMap(entriesOf)].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

/** The proof that the log of these records named a new key with the last of them, signed with the key before. */
export function keyChange(records: readonly NewRecord[], secretKey?: string): string {
  const { entries, leaves, note } = sealLog(records, secretKey)
  const index = entries.length - 1
  return formatProofFile({
    extra: utf8ToBytes(entries[index]!),
    index,
    proof: inclusionProof(leaves, index),
    checkpoint: note,
  })
}

export function keyRecord(at: string, secretKey: string): NewRecord {
  return { at, type: 'key', body: { publicKey: publicKeyOf(secretKey) } }
}

export type Shown = {
  readonly log?: Sealed
  readonly keyChanges?: readonly string[]
  readonly policy?: string | null
  /** What witnesses saw, by the number of the close record. */
  readonly seen?: { readonly [index: number]: string }
  /** The numbers that the day's file names; no such file if null. */
  readonly day?: { readonly first: number; readonly last: number } | null
}

/** Writes the public files of a site with these draws. */
export async function writeSite(folder: string, drafts: readonly Draft[], shown: Shown = {}): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  const put = async (path: string, content: string | Uint8Array) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  const { log = sealLog(recordsOf(drafts)), keyChanges = [], policy = null, seen = {} } = shown
  const { day: latestDay } = parseDrawId(drafts[0]!.drawId)!
  const { chain } = drafts[0]!
  await put(layout.site, JSON.stringify({ v: 2, origin: testOrigin, vkey: operatorKey, chain, policy, latestDay }))
  await put(layout.keys, JSON.stringify(keyChanges))
  await put(layout.checkpoint, log.note)
  const { day = { first: 1, last: log.entries.length - 1 } } = shown
  if (day) await put(layout.day(latestDay), JSON.stringify({ v: 2, ...day }))
  for (const [path, bytes] of tileFiles(log)) await put(layout.tile(path), bytes)
  for (const [index, note] of Object.entries(seen)) await put(layout.seen(Number(index)), note)
  for (const { drawId, bets, rules } of drafts) {
    await put(layout.bets(drawId), betsFile(bets))
    await put(layout.rules(canonicalHash(rules)), canonical(rules))
  }
}

/** The tiles of a log, by path. */
export function tileFiles({ entries, leaves }: Sealed): Map<string, Uint8Array> {
  const levels: (readonly Uint8Array[])[] = [leaves]
  for (let below = leaves; below.length >= tileWidth; below = levels.at(-1)!) {
    const full = Math.floor(below.length / tileWidth)
    levels.push(Array.from({ length: full }, (_, at) => foldComplete(tileIn(below, at))))
  }
  const contents = tilesOf(entries.length).map((tile) => {
    const { level, index } = tile
    const bytes =
      level === 'entries'
        ? formatEntries(tileIn(entries, index).map((entry) => utf8ToBytes(entry)))
        : concatBytes(...tileIn(levels[level]!, index))
    return [tilePath(tile), bytes] as const
  })
  return new Map(contents)
}

function tileIn<T>(row: readonly T[], index: number): T[] {
  return row.slice(index * tileWidth, (index + 1) * tileWidth)
}

/** Serves a folder on this machine only. */
export async function serveFolder(
  folder: string,
  wanted = 0,
): Promise<{ readonly address: string; readonly stop: () => void }> {
  const server = createServer((request, answer) => {
    const file = createReadStream(join(folder, decodeURIComponent(request.url ?? '')))
    file.on('error', () => answer.writeHead(404).end())
    file.pipe(answer)
  })
  await new Promise<void>((ready) => server.listen(wanted, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, stop: () => server.close() }
}
