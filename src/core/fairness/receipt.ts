import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { betLeafHash, isBetLeaf } from './bets.ts'
import { canonical } from './canonical.ts'
import type { SignatureCheck } from './log.ts'
import { type Sha256, pack } from './pack.ts'
import { isCount, isHash, isSignature, isText, objectOf, oneOf, type ShapeOf } from './shape.ts'

const isReceipt = objectOf({
  v: oneOf(1),
  drawId: isText,
  seq: isCount,
  bet: isBetLeaf,
  leaf: isHash,
  head: objectOf({ seq: isCount, hash: isHash }),
})

/** What a player keeps. `head` pins the log as it was, and with it the day's schedule and commitments. */
export type Receipt = ShapeOf<typeof isReceipt>

export const isSignedReceipt = objectOf({ receipt: isReceipt, sig: isSignature })

export type SignedReceipt = ShapeOf<typeof isSignedReceipt>

export function receiptHash(receipt: Receipt, hash: Sha256 = sha256): string {
  return bytesToHex(hash(pack('fair/1/receipt', canonical(receipt))))
}

export type ReceiptProblem = 'receipt-inconsistent' | 'receipt-signature-false'

export function receiptProblem(
  { receipt, sig }: SignedReceipt,
  publicKey: string,
  isSignedBy: SignatureCheck,
): ReceiptProblem | null {
  const { bet, drawId, seq, leaf } = receipt
  const agrees = bet.drawId === drawId && bet.seq === seq && bytesToHex(betLeafHash(bet)) === leaf
  if (!agrees) return 'receipt-inconsistent'
  return isSignedBy({ hash: receiptHash(receipt), sig, publicKey }) ? null : 'receipt-signature-false'
}
