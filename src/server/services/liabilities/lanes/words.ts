import { endianness } from 'node:os'
import { lanes } from './sha256-lanes.ts'

// Hashes and amounts as words of 32 bits, the highest byte first in meaning, in whatever order the processor keeps them.

/** A leaf or another node: eight words of its hash, two of its cents. */
export const nodeWords = 10
export const hashWords = 8
/** A player's id. */
export const idBytes = 16

/** The words of bytes, of which there are a multiple of four. */
export function wordsOf(bytes: Uint8Array): Int32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  return Int32Array.from({ length: bytes.length / 4 }, (_, at) => view.getInt32(4 * at))
}

export function bytesOf(words: Int32Array): Buffer {
  const bytes = Buffer.alloc(words.byteLength)
  writeBytes(words, bytes)
  return bytes
}

/** Writes words to as many bytes. */
export function writeBytes(words: Int32Array, bytes: Buffer): void {
  bytes.set(new Uint8Array(words.buffer, words.byteOffset, words.byteLength))
  if (endianness() === 'LE') bytes.swap32()
}

export const highWord = (sum: number) => Math.floor(sum / 2 ** 32)
export const sumAt = (words: Int32Array, at: number) => words[at]! * 2 ** 32 + (words[at + 1]! >>> 0)

/** The mark behind a message whose last byte is alone in its word. */
export const markBehindByte = 0x80_00_00

/** Ends the message of one lane behind that word of its block: nothing, and then its length. */
export function endLane(block: Int32Array, at: number, bytes: number): void {
  const last = block.length - lanes + (at % lanes)
  for (let next = at + lanes; next < last; next += lanes) block[next] = 0
  block[last] = 8 * bytes
}
