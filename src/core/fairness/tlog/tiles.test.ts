import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { leafHash, merkleRoot } from '../merkle.ts'
import { formatEntries, hasTile, parseEntries, parseTilePath, tileOfNode, tilePath, tilesOf } from './tiles.ts'

test('tiles have the names that everybody gives them', () => {
  expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).toBe('tile/0/x001/x234/067')
  expect(tilePath({ level: 'entries', index: 273, width: 112 })).toBe('tile/entries/273.p/112')
  expect(parseTilePath('tile/0/x001/x234/067')).toEqual({ level: 0, index: 1_234_067, width: 256 })
  for (const tile of tilesOf(70_000)) expect(parseTilePath(tilePath(tile))).toEqual(tile)
  for (const other of [
    'tile/0/67',
    'tile/0/x000/067',
    'tile/0/001.p/256',
    'tile/0/001.p/257',
    'tile/0/001.p/0',
    'tile/00/001',
    'tile/0/001.p/01',
    'tile/-1/001',
    'tile/0/x001',
    'tile/0/001/',
    '../tile/0/001',
  ])
    expect([other, parseTilePath(other)]).toEqual([other, null])
})

test('a tree of 70,000 has the tiles that the format’s description counts', () => {
  const count = (level: number | 'entries') => tilesOf(70_000).filter((tile) => tile.level === level)
  expect(count(0)).toHaveLength(274)
  expect(count(0).at(-1)).toEqual({ level: 0, index: 273, width: 112 })
  expect(count(1)).toEqual([
    { level: 1, index: 0, width: 256 },
    { level: 1, index: 1, width: 17 },
  ])
  expect(count(2)).toEqual([{ level: 2, index: 0, width: 1 }])
  expect(count(3)).toEqual([])
  expect(count('entries')).toHaveLength(274)
  expect(tilesOf(70_000).every((tile) => hasTile(70_000, tile))).toBe(true)
  expect(hasTile(70_000, { level: 0, index: 273, width: 5 })).toBe(true)
  expect(hasTile(70_000, { level: 0, index: 273, width: 113 })).toBe(false)
  expect(hasTile(70_000, { level: 2, index: 0, width: 2 })).toBe(false)
})

test('every node of a tree is found in its tile', () => {
  const leaves = Array.from({ length: 600 }, (_, at) => leafHash(utf8ToBytes(String(at))))
  const level1 = [0, 1].map((at) => merkleRoot(leaves.slice(at * 256, at * 256 + 256)))
  for (let level = 0; 2 ** level <= 600; level++) {
    for (let index = 0; (index + 1) * 2 ** level <= 600; index++) {
      const tile = tileOfNode({ level, index })
      const hashes = tile.level === 0 ? leaves.slice(tile.index * 256, tile.index * 256 + 256) : level1
      const expected = merkleRoot(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level))
      expect(bytesToHex(merkleRoot(hashes.slice(tile.first, tile.end)))).toBe(bytesToHex(expected))
    }
  }
})

test('entries are read as they were written, and torn ones are not', () => {
  const entries = ['', 'one', 'x'.repeat(65_535)].map(utf8ToBytes)
  expect(parseEntries(formatEntries(entries))!.map(bytesToHex)).toEqual(entries.map(bytesToHex))
  expect(parseEntries(formatEntries(entries).subarray(0, -1))).toBeNull()
  expect(parseEntries(Uint8Array.of(0))).toBeNull()
  expect(() => formatEntries([new Uint8Array(65_536)])).toThrow('65536 bytes')
})
