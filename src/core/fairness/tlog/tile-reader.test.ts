import { hash } from 'node:crypto'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { leafHash, rootOfProof } from '../merkle.ts'
import { toBase64 } from './base64.ts'
import { rootOfConsistency } from './consistency.ts'
import { type FetchTile, foldComplete, openTiles } from './tile-reader.ts'
import { formatEntries, tilePath, tilesOf } from './tiles.ts'

const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer')
const entries = Array.from({ length: 70_000 }, (_, at) => utf8ToBytes(`entry ${at}`))
const leaves = entries.map((entry) => leafHash(entry, sha256))

// The tree, its paths and its proofs as RFC 6962 defines them in 2.1, over the leaves from one to before another.

const known = new Map<number, Uint8Array>()

function rootOf(from: number, to: number): Uint8Array {
  if (to - from === 1) return leaves[from]!
  const name = from * 100_000 + to
  const middle = from + splitOf(to - from)
  const root = known.get(name) ?? sha256(concatBytes(Uint8Array.of(1), rootOf(from, middle), rootOf(middle, to)))
  known.set(name, root)
  return root
}

function splitOf(size: number): number {
  let half = 1
  while (half * 2 < size) half *= 2
  return half
}

function pathOf(index: number, [from, to]: readonly [number, number]): Uint8Array[] {
  if (to - from === 1) return []
  const middle = from + splitOf(to - from)
  return index < middle
    ? [...pathOf(index, [from, middle]), rootOf(middle, to)]
    : [...pathOf(index, [middle, to]), rootOf(from, middle)]
}

function subproof(old: number, [from, to]: readonly [number, number]): Uint8Array[] {
  if (old === to) return from === 0 ? [] : [rootOf(from, to)]
  const middle = from + splitOf(to - from)
  return old <= middle
    ? [...subproof(old, [from, middle]), rootOf(middle, to)]
    : [...subproof(old, [middle, to]), rootOf(from, middle)]
}

/** The files of a log of one size, without those of the sizes before. */
function filesOf(size: number): Map<string, Uint8Array> {
  return new Map(
    tilesOf(size).map((tile) => {
      const from = tile.index * 256
      if (tile.level === 'entries') return [tilePath(tile), formatEntries(entries.slice(from, from + tile.width))]
      const span = 256 ** tile.level
      const row = Array.from({ length: tile.width }, (_, at) => rootOf((from + at) * span, (from + at + 1) * span))
      return [tilePath(tile), concatBytes(...row)]
    }),
  )
}

/** The files after a log has grown: a partial tile is kept until the full one is there. */
function grownFiles(old: number, size: number): Map<string, Uint8Array> {
  const files = filesOf(size)
  const rest = [...filesOf(old)].filter(([path]) => !files.has(path.replace(/\.p.*/, '')))
  return new Map([...files, ...rest])
}

/** Serves files, and keeps a list of what was asked for. */
function serve(files: ReadonlyMap<string, Uint8Array>) {
  const asked: string[] = []
  const fetch: FetchTile = (path) => {
    asked.push(path)
    return Promise.resolve(files.get(path) ?? null)
  }
  return { fetch, asked }
}

const text = (hashes: readonly Uint8Array[] | null) => hashes?.map(toBase64) ?? null
const edges = [0, 1, 2, 127, 128, 254, 255, 256, 257, 511, 512, 32_767, 32_768, 65_279, 65_280, 65_534]
const places = [...edges, 65_535, 65_536, 65_537, 65_792, 69_887, 69_888, 69_998, 69_999]

describe.each([1, 255, 256, 257, 65_535, 65_536, 65_537, 70_000])('a log of %i', (size) => {
  const files = filesOf(size)
  const tiles = openTiles(size, serve(files).fetch)
  const root = toBase64(rootOf(0, size))

  test('proves by its tiles that an entry is in it, as all leaves would', async () => {
    for (const index of new Set([...places.filter((place) => place < size), size - 1])) {
      const proof = (await tiles.inclusion(index))!
      expect(text(proof), `${index}`).toEqual(text(pathOf(index, [0, size])))
      expect(toBase64(rootOfProof({ leaf: leaves[index]!, index, size, proof })!)).toBe(root)
    }
    expect(() => tiles.inclusion(size)).toThrow(`no leaf ${size}`)
  })

  test('proves by its tiles that it begins with an older one, as all leaves would', async () => {
    for (const old of new Set([...places.filter((place) => place > 0 && place <= size), size])) {
      const proof = (await tiles.consistency(old))!
      expect(text(proof), `${old}`).toEqual(text(subproof(old, [0, size])))
      expect(toBase64(rootOfConsistency({ old, oldRoot: rootOf(0, old), size, proof })!)).toBe(root)
    }
    expect(await tiles.consistency(0)).toEqual([])
    expect(() => tiles.consistency(size + 1)).toThrow(`no older tree of ${size + 1}`)
  })

  test('has every entry and its leaf in one tile', async () => {
    for (let index = 0; index * 256 < size; index += size > 1_000 ? 91 : 1) {
      const [from, to] = [index * 256, Math.min(size, index * 256 + 256)]
      expect(await tiles.entries(index)).toEqual(entries.slice(from, to))
      expect(text(await tiles.leaves(index))).toEqual(text(leaves.slice(from, to)))
    }
    expect(await tiles.leaves(Math.ceil(size / 256))).toBeNull()
  })
})

test('a log of nothing has no file, no leaf and no entry, and extends itself', async () => {
  const { fetch, asked } = serve(new Map())
  const tiles = openTiles(0, fetch)
  expect(await tiles.consistency(0)).toEqual([])
  expect(await tiles.leaves(0)).toBeNull()
  expect(() => tiles.inclusion(0)).toThrow('no leaf 0')
  expect(() => tiles.consistency(1)).toThrow('no older tree of 1')
  expect(asked).toEqual([])
})

test('a tile of hashes is fetched once, whatever is proven by it', async () => {
  const { fetch, asked } = serve(filesOf(600))
  const tiles = openTiles(600, fetch)
  await Promise.all([tiles.inclusion(3), tiles.inclusion(300), tiles.consistency(300)])
  await tiles.leaves(1)
  expect(asked.toSorted()).toEqual(['tile/0/000', 'tile/0/001', 'tile/0/002.p/88', 'tile/1/000.p/2'])
})

describe('a partial tile that is gone since the log has grown', () => {
  test('is read from the full one', async () => {
    const { fetch, asked } = serve(grownFiles(300, 600))
    const tiles = openTiles(300, fetch)
    expect(text(await tiles.inclusion(299))).toEqual(text(pathOf(299, [0, 300])))
    expect(text(await tiles.consistency(257))).toEqual(text(subproof(257, [0, 300])))
    expect(text(await tiles.leaves(1))).toEqual(text(leaves.slice(256, 300)))
    expect(await tiles.entries(1)).toEqual(entries.slice(256, 300))
    expect(asked.filter((path) => path.startsWith('tile/0/001'))).toEqual(['tile/0/001.p/44', 'tile/0/001'])
  })

  test('is read from the full one on a higher level', async () => {
    const files = grownFiles(65_535, 70_000)
    expect(files.has('tile/1/000.p/255')).toBe(false)
    const tiles = openTiles(65_535, serve(files).fetch)
    expect(text(await tiles.inclusion(65_534))).toEqual(text(pathOf(65_534, [0, 65_535])))
    expect(text(await tiles.consistency(65_281))).toEqual(text(subproof(65_281, [0, 65_535])))
  })

  test('is not had where the full one is not there either', async () => {
    const { fetch, asked } = serve(filesOf(299))
    const tiles = openTiles(300, fetch)
    expect(await tiles.inclusion(299)).toBeNull()
    expect(await tiles.entries(1)).toBeNull()
    expect(asked).toContain('tile/0/001')
    expect(asked).toContain('tile/entries/001')
  })
})

describe('nothing is proven by a tile of hashes that is', () => {
  const files = filesOf(600)
  const path = 'tile/0/001'
  const full = files.get(path)!
  test.each<[string, Uint8Array | null]>([
    ['missing', null],
    ['empty', new Uint8Array()],
    ['short of a hash', full.subarray(32)],
    ['short of a byte', full.subarray(1)],
    ['a byte too long', concatBytes(full, Uint8Array.of(0))],
  ])('%s', async (_, bytes) => {
    const served = new Map(files)
    served.delete(path)
    if (bytes) served.set(path, bytes)
    const { fetch, asked } = serve(served)
    const tiles = openTiles(600, fetch)
    expect(await tiles.inclusion(300)).toBeNull()
    expect(await tiles.consistency(300)).toBeNull()
    expect(await tiles.leaves(1)).toBeNull()
    expect(asked.filter((each) => each === path)).toHaveLength(1)
    // What does not need it is proven all the same.
    expect(text(await tiles.inclusion(3))).toEqual(text(pathOf(3, [0, 600])))
  })
})

describe('no entries are had from a tile that is', () => {
  const path = 'tile/entries/002.p/88'
  const whole = formatEntries(entries.slice(512, 600))
  test.each<[string, Uint8Array | null]>([
    ['missing', null],
    ['empty', new Uint8Array()],
    ['short of an entry', formatEntries(entries.slice(512, 599))],
    ['torn', whole.subarray(0, -1)],
  ])('%s', async (_, bytes) => {
    expect(await openTiles(600, serve(new Map([[path, whole]])).fetch).entries(2)).toHaveLength(88)
    const served = new Map(bytes ? [[path, bytes]] : [])
    expect(await openTiles(600, serve(served).fetch).entries(2)).toBeNull()
  })
})

test('the root over a tile is the root of the leaves below it', () => {
  for (const count of [1, 2, 64, 256]) {
    expect(toBase64(foldComplete(leaves.slice(0, count)))).toBe(toBase64(rootOf(0, count)))
  }
})
