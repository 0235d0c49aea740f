import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { hexBytes } from './pack.ts'
import { formatCosignature, cosignedMessage } from './tlog/cosignature.ts'
import { formatNote, formatSignature, noteKey, type NoteKey, type VerifyEd25519 } from './tlog/note.ts'

/** Strict RFC 8032 rules: the looser ones accept several encodings of one signature. */
export const verifyEd25519: VerifyEd25519 = (message, signature, publicKey) => {
  try {
    return ed25519.verify(signature, message, publicKey, { zip215: false })
  } catch {
    return false
  }
}

export function publicKeyOf(secretKey: string): string {
  return bytesToHex(ed25519.getPublicKey(hexBytes(secretKey, 32)))
}

/** The key that signs a log's checkpoints: its name is the log's origin. */
export function logKey(origin: string, secretKey: string): NoteKey {
  return noteKey(origin, 1, hexBytes(publicKeyOf(secretKey), 32))
}

/** Signs a text as a note, with the secret of a log's key. */
export function signNote(text: string, { name, id }: NoteKey, secretKey: string): string {
  const bytes = ed25519.sign(utf8ToBytes(text), hexBytes(secretKey, 32))
  return formatNote({ text, signatures: [{ name, id, bytes }] })
}

/** A witness's signature line for a checkpoint's text, dated by its clock. */
export function cosign(text: string, { witness, seconds, secretKey }: Cosigning): string {
  const signature = ed25519.sign(cosignedMessage(text, seconds), hexBytes(secretKey, 32))
  return formatSignature({ name: witness.name, id: witness.id, bytes: formatCosignature(seconds, signature) })
}

type Cosigning = { readonly witness: NoteKey; readonly seconds: number; readonly secretKey: string }
