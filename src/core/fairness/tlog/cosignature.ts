import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { u64be } from '../pack.ts'
import { type Note, type NoteKey, type VerifyEd25519, signaturesBy } from './note.ts'

// A cosignature says: at this time, this was the largest consistent tree of this origin that I had seen.

/** What a witness signs. */
export function cosignedMessage(text: string, seconds: number): Uint8Array {
  return utf8ToBytes(`cosignature/v1\ntime ${seconds}\n${text}`)
}

/** The bytes of a signature line of type 4, after the key's id. */
export function formatCosignature(seconds: number, signature: Uint8Array): Uint8Array {
  return concatBytes(u64be(seconds), signature)
}

export function parseCosignature(
  bytes: Uint8Array,
): { readonly seconds: number; readonly signature: Uint8Array } | null {
  if (bytes.length !== 72) return null
  const seconds = new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0)
  return seconds <= BigInt(Number.MAX_SAFE_INTEGER) ? { seconds: Number(seconds), signature: bytes.subarray(8) } : null
}

/**
 * When each of these witnesses cosigned a checkpoint, in seconds; the latest where one did so repeatedly. Null where a line claims to
 * be by one of them and is not: that spoils the note.
 */
export function cosignedAt<Witness extends { readonly key: NoteKey }>(
  note: Note,
  witnesses: readonly Witness[],
  verify: VerifyEd25519,
): Map<Witness, number> | null {
  const found = new Map<Witness, number>()
  for (const witness of witnesses) {
    for (const { bytes } of signaturesBy(note, witness.key)) {
      const parsed = parseCosignature(bytes)
      if (!parsed || !verify(cosignedMessage(note.text, parsed.seconds), parsed.signature, witness.key.publicKey))
        return null
      found.set(witness, Math.max(parsed.seconds, found.get(witness) ?? 0))
    }
  }
  return found
}
