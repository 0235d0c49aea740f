import { createHash } from 'node:crypto'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { betLeafHash, betsFile, betsFileHash, type BetLeaf } from './bets.ts'
import { leafHash } from './merkle.ts'

const bet: BetLeaf = {
  v: 1,
  drawId: 'k3_5m:20261115:0001',
  seq: 0,
  betId: 'bet_é',
  play: 'k3.sum',
  sel: '3',
  stake: 1_000,
  odds: 196_000,
  at: '2026-11-15T00:00:00.000Z',
  salt: '0'.repeat(32),
}
const line =
  '{"at":"2026-11-15T00:00:00.000Z","betId":"bet_é","drawId":"k3_5m:20261115:0001","odds":196000,"play":"k3.sum",' +
  `"salt":"${'0'.repeat(32)}","sel":"3","seq":0,"stake":1000,"v":1}`

test('a bets file has a canonical line for each bet, each ended by a line feed', () => {
  expect(betsFile([])).toBe('')
  expect(betsFile([bet, { ...bet, seq: 1 }])).toBe(`${line}\n${line.replace('"seq":0', '"seq":1')}\n`)
})

test('the file is named by SHA-256 of its bytes', () => {
  expect(betsFileHash([bet])).toBe(createHash('sha256').update(`${line}\n`, 'utf8').digest('hex'))
})

test('a leaf of the tree is the line without the line feed', () => {
  expect(bytesToHex(betLeafHash(bet))).toBe(bytesToHex(leafHash(utf8ToBytes(line))))
})
