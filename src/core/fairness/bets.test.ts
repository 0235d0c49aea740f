import { createHash } from 'node:crypto'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { betLeafHash, betsFile, betsFileHash, cellsMost, drawTotals, isCells, type BetLeaf } from './bets.ts'
import { entryOf } from './log.ts'
import { leafHash, nodeHash } from './merkle.ts'

const bet: BetLeaf = {
  v: 1,
  drawId: 'k3_5m:20261115:0001',
  cell: 0,
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
  '{"at":"2026-11-15T00:00:00.000Z","betId":"bet_é","cell":0,"drawId":"k3_5m:20261115:0001","odds":196000,"play":"k3.sum",' +
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

const roots = ['1', '2', '3'].map((digit) => digit.repeat(64))
const cells = roots.map((root, at) => ({ bets: at + 1, root, stakeTotal: 100 * at }))
const cellLine = (cell: number) =>
  `{"bets":${cell + 1},"cell":${cell},"drawId":"a","root":"${roots[cell]}","stakeTotal":${100 * cell},"v":1}`

test('a draw’s root is that of the tree over its cells, of one cell too', () => {
  const [first, second, third] = [0, 1, 2].map((cell) => leafHash(utf8ToBytes(cellLine(cell))))
  expect(drawTotals('a', cells)).toEqual({
    bets: 6,
    root: bytesToHex(nodeHash(nodeHash(first!, second!), third!)),
    stakeTotal: 300,
  })
  expect(drawTotals('a', cells.slice(0, 1))).toEqual({ bets: 1, root: bytesToHex(first!), stakeTotal: 0 })
})

test('the root changes with the draw, and with every number of a cell and its place', () => {
  const changes = [{ bets: 4 }, { root: roots[0]! }, { stakeTotal: 201 }]
  const others = [
    ...changes.map((change) => drawTotals('a', cells.with(2, { ...cells[2]!, ...change }))),
    drawTotals('b', cells),
    drawTotals('a', cells.toReversed()),
    drawTotals('a', cells.slice(0, 2)),
    drawTotals('a', [...cells, cells[2]!]),
    drawTotals('a', cells),
  ]
  expect(new Set(others.map(({ root }) => root)).size).toBe(others.length)
})

test('a draw has a cell or more, and no more than fit into an entry of the log', () => {
  const largest = { bets: Number.MAX_SAFE_INTEGER, root: roots[0]!, stakeTotal: Number.MAX_SAFE_INTEGER }
  const all = Array.from({ length: cellsMost }, () => largest)
  expect([[], all, [...all, largest], [{ ...largest, bets: -1 }]].map(isCells)).toEqual([false, true, false, false])
  const drawId = 'game_with_a_long_name:20261115:0001'
  const body = { drawId, cells: all, ...largest, secret: roots[0]! }
  expect(entryOf({ at: '2026-11-15T00:00:00.000Z', type: 'close', body }).length).toBeLessThan(60_000)
})

test('sums beyond the whole numbers equal none that a record can hold', () => {
  const half = { bets: 1, root: roots[0]!, stakeTotal: 2 ** 52 }
  const { stakeTotal } = drawTotals('a', [half, half, { ...half, stakeTotal: 1 }])
  expect(Number.isSafeInteger(stakeTotal)).toBe(false)
})
