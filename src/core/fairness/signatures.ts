import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { betLeafHash, type BetLeaf } from './bets.ts'
import { noRecord, recordHash, type LogHead, type NewRecord, type Signed } from './log.ts'
import { hexBytes, isHex } from './pack.ts'
import { receiptHash, type Receipt, type SignedReceipt } from './receipt.ts'
import type { LogRecord, SignedRecord } from './records.ts'
import type { VerifyEd25519 } from './tlog/note.ts'
import { noteHash, type Countersignature, type WitnessNote } from './witness.ts'

/** Strict RFC 8032 rules: the looser ones accept several encodings of one signature. */
export const verifyEd25519: VerifyEd25519 = (message, signature, publicKey) => {
  try {
    return ed25519.verify(signature, message, publicKey, { zip215: false })
  } catch {
    return false
  }
}

export function isSignedBy({ hash, sig, publicKey }: Signed): boolean {
  if (!isHex(sig, 64) || !isHex(hash, 32) || !isHex(publicKey, 32)) return false
  return verifyEd25519(hexToBytes(hash), hexToBytes(sig), hexToBytes(publicKey))
}

export function publicKeyOf(secretKey: string): string {
  return bytesToHex(ed25519.getPublicKey(hexBytes(secretKey, 32)))
}

function sign(hash: string, secretKey: string): string {
  return bytesToHex(ed25519.sign(hexBytes(hash, 32), hexBytes(secretKey, 32)))
}

/** Adds to a log. `secretKey` is the key in force; a `key` record is still signed with the old one. */
export function signRecord(head: LogHead | null, entry: NewRecord, secretKey: string): SignedRecord {
  const record: LogRecord = { v: 1, seq: head ? head.seq + 1 : 0, prev: head ? head.hash : noRecord, ...entry }
  return { record, sig: sign(recordHash(record), secretKey) }
}

/** The operator's signed word that a bet was taken; one the log later contradicts is proof of fraud. */
export function signReceipt(bet: BetLeaf, head: LogHead, secretKey: string): SignedReceipt {
  const leaf = bytesToHex(betLeafHash(bet))
  const receipt: Receipt = { v: 1, drawId: bet.drawId, seq: bet.seq, bet, leaf, head }
  return { receipt, sig: sign(receiptHash(receipt), secretKey) }
}

/** A witness's word, with a key of its own, that it saw a close record in time. */
export function countersign(drawId: string, note: WitnessNote, secretKey: string): Countersignature {
  return { drawId, ...note, witness: publicKeyOf(secretKey), sig: sign(noteHash(drawId, note), secretKey) }
}
