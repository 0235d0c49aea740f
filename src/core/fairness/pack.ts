import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** Joins fields so that no two lists of fields give the same bytes: each is preceded by its length. */
export function pack(...fields: readonly (string | Uint8Array)[]): Uint8Array {
  const parts = fields.map((field) => (typeof field === 'string' ? utf8ToBytes(field) : field))
  const packed = new Uint8Array(parts.reduce((size, part) => size + 4 + part.length, 0))
  const view = new DataView(packed.buffer)
  let at = 0
  for (const part of parts) {
    view.setUint32(at, part.length)
    packed.set(part, at + 4)
    at += 4 + part.length
  }
  return packed
}

/** SHA-256 of the platform, where it has a faster one; otherwise computed here. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array

/** SHA-256 of the packed fields, as lower-case hex. */
export function packHash(...fields: readonly (string | Uint8Array)[]): string {
  return bytesToHex(sha256(pack(...fields)))
}

export function u32be(value: number): Uint8Array {
  return bigEndian(BigInt(value), 4)
}

export function u64be(value: number): Uint8Array {
  return bigEndian(BigInt(value), 8)
}

function bigEndian(value: bigint, size: number): Uint8Array {
  if (value < 0n || value >> BigInt(size * 8) !== 0n) throw new RangeError(`does not fit ${size} bytes: ${value}`)
  const bytes = new Uint8Array(size)
  for (let at = size - 1, rest = value; at >= 0; at--, rest >>= 8n) bytes[at] = Number(rest & 255n)
  return bytes
}

/** Lower case only and of one length: a value with two spellings could be hashed in two ways. */
export function isHex(value: unknown, bytes: number): value is string {
  return typeof value === 'string' && value.length === bytes * 2 && /^[0-9a-f]*$/.test(value)
}

/** The bytes of a hex text; throws unless `isHex`. */
export function hexBytes(text: string, bytes: number): Uint8Array {
  if (!isHex(text, bytes)) throw new TypeError(`expected ${bytes} bytes in lower-case hex`)
  return hexToBytes(text)
}

/** The text of UTF-8 bytes; null where they are not UTF-8. */
export function utf8Text(bytes: Uint8Array): string | null {
  try {
    return decodeURIComponent(bytesToHex(bytes).replaceAll(/../g, '%$&'))
  } catch {
    return null
  }
}
