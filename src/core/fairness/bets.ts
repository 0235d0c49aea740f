import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonical } from './canonical.ts'
import { leafHash, merkleRoot } from './merkle.ts'
import {
  hexOf,
  isCount,
  isHash,
  isInstant,
  isText,
  listOf,
  objectOf,
  oneOf,
  type Shape,
  type ShapeOf,
} from './shape.ts'

/**
 * A bet as the tree of its cell holds it, at the place `seq`. It names nobody; the salt, known to the player, keeps others from guessing it out of its
 * hash before the bets file is public. `stake` is in cents, `odds` in thousandths.
 */
export const isBetLeaf = objectOf({
  v: oneOf(1),
  drawId: isText,
  cell: isCount,
  seq: isCount,
  betId: isText,
  play: isText,
  sel: isText,
  stake: isCount,
  odds: isCount,
  at: isInstant,
  salt: hexOf(16),
})

export type BetLeaf = ShapeOf<typeof isBetLeaf>

/** The bytes of a bet's leaf. */
export function betLeafContent(bet: BetLeaf): Uint8Array {
  return utf8ToBytes(canonical(bet))
}

export function betLeafHash(bet: BetLeaf): Uint8Array {
  return leafHash(betLeafContent(bet))
}

/** The bets file of a draw, as published: a canonical leaf and a line feed for each bet, cell by cell, in order. */
export function betsFile(bets: readonly BetLeaf[]): string {
  return bets.map((bet) => `${canonical(bet)}\n`).join('')
}

export function betsFileHash(bets: readonly BetLeaf[]): string {
  return bytesToHex(sha256(utf8ToBytes(betsFile(bets))))
}

const isCell = objectOf({ bets: isCount, root: isHash, stakeTotal: isCount })

/** The bets that one part of the house took for a draw. A cell's number is its place in the list. */
export type Cell = ShapeOf<typeof isCell>

/** So that a close record fits into an entry of the log, whatever its numbers are. */
export const cellsMost = 256

export const isCells: Shape<readonly Cell[]> = (value): value is readonly Cell[] =>
  listOf(isCell)(value) && value.length > 0 && value.length <= cellsMost

/**
 * What a close record says of all cells together: the sums, and the root of the tree whose leaves are the cells. Sums that are too large
 * for a whole number equal none that a record can hold.
 */
export function drawTotals(drawId: string, cells: readonly Cell[]): Cell {
  const leaves = cells.map((cell, number) => leafHash(utf8ToBytes(canonical({ v: 1, drawId, cell: number, ...cell }))))
  const sum = (member: 'bets' | 'stakeTotal') => cells.reduce((total, cell) => total + cell[member], 0)
  return { bets: sum('bets'), root: bytesToHex(merkleRoot(leaves)), stakeTotal: sum('stakeTotal') }
}
