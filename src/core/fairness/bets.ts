import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonical } from './canonical.ts'
import { leafHash } from './merkle.ts'
import { hexOf, isCount, isInstant, isText, objectOf, oneOf, type ShapeOf } from './shape.ts'

/**
 * A bet as the tree holds it. It names nobody; the salt, known to the player, keeps others from guessing it out of its
 * hash before the bets file is public. `stake` is in cents, `odds` in thousandths.
 */
export const isBetLeaf = objectOf({
  v: oneOf(1),
  drawId: isText,
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

/** The bets file of a draw, as published: a canonical leaf and a line feed for each bet, in order. */
export function betsFile(bets: readonly BetLeaf[]): string {
  return bets.map((bet) => `${canonical(bet)}\n`).join('')
}

export function betsFileHash(bets: readonly BetLeaf[]): string {
  return bytesToHex(sha256(utf8ToBytes(betsFile(bets))))
}
