import { secretLabel } from '#core/fairness/liabilities/parts'
import { type Lanes, lanes } from './sha256-lanes.ts'
import { hashWords, idBytes, wordsOf } from './words.ts'

// HMAC-SHA256 in lanes. A key stands for two states of SHA-256, those after its inner and its outer block; they are computed once for all
// messages under the key.

export type KeyStates = { readonly inner: Int32Array; readonly outer: Int32Array }

const [innerPad, outerPad] = [0x36_36_36_36, 0x5c_5c_5c_5c]
const blockBytes = 64
const hashBytes = 32
/** The mark behind a message whose last byte ends a word. */
const endMark = 0x80_00_00_00 | 0

/** Room for the states of so many keys. */
export const roomForStates = (keys: number): KeyStates => ({
  inner: new Int32Array(keys * hashWords),
  outer: new Int32Array(keys * hashWords),
})

/** Computes the states of four keys of 32 bytes, lane by lane. */
export function keyStates(work: Lanes, keys: Int32Array, into: KeyStates): void {
  padded(work, keys, innerPad)
  into.inner.set(work.state)
  padded(work, keys, outerPad)
  into.outer.set(work.state)
}

function padded({ block, begin, take }: Lanes, keys: Int32Array, pad: number): void {
  for (let at = 0; at < keys.length; at++) block[at] = keys[at]! ^ pad
  block.fill(pad, keys.length)
  begin()
  take()
}

/** Turns the inner hashes in the state into HMACs, under keys whose outer states are given. */
export function finishHmac({ block, state, take }: Lanes, outer: Int32Array): void {
  block.set(state)
  endBlock(block, hashWords, blockBytes + hashBytes)
  state.set(outer)
  take()
}

/** Ends messages of the same length before that word of the block. */
function endBlock(block: Int32Array, word: number, bytes: number): void {
  block.fill(endMark, lanes * word, lanes * word + lanes)
  block.fill(0, lanes * word + lanes, block.length - lanes)
  block.fill(8 * bytes, block.length - lanes)
}

/** An id as it is written: 32 digits, with dashes before some bytes. */
const idLength = 36
const dash = 45
const digits = Buffer.from('0123456789abcdef')

const hasDashBefore = (byte: number) => byte === 4 || byte === 6 || byte === 8 || byte === 10

/** Writes an id behind the label of a message; the dashes are there already. */
function writeId(message: Uint8Array, ids: Uint8Array, id: number): void {
  let at = secretLabel.length
  for (let byte = 0; byte < idBytes; byte++) {
    if (hasDashBefore(byte)) at++
    const value = ids[id * idBytes + byte]!
    message[at++] = digits[value >> 4]!
    message[at++] = digits[value & 15]!
  }
}

/**
 * Gives the secrets of four players, of whom `first` is the place of the first one's id, in the words of four lanes and in memory that the
 * next four use again.
 */
export function openLaneSecrets(work: Lanes, seed: Uint8Array): (ids: Uint8Array, first: number) => Int32Array {
  const { block, state, take } = work
  const seeds = new Int32Array(lanes * hashWords)
  for (const [at, word] of wordsOf(seed).entries()) seeds.fill(word, lanes * at, lanes * at + lanes)
  const { inner, outer } = roomForStates(lanes)
  keyStates(work, seeds, { inner, outer })
  const message = new Uint8Array(blockBytes)
  const view = new DataView(message.buffer)
  const length = secretLabel.length + idLength
  message.set(secretLabel)
  message[secretLabel.length - 1] = idLength
  message.fill(dash, secretLabel.length, length)
  message[length] = 0x80
  const secrets = new Int32Array(state.length)
  return (ids, first) => {
    for (let lane = 0; lane < lanes; lane++) {
      // Where there are fewer than four players, the last lanes are of no use to anybody.
      writeId(message, ids, first + lane)
      for (let at = 0; at < blockBytes / 4; at++) block[lanes * at + lane] = view.getInt32(4 * at)
    }
    state.set(inner)
    take()
    // The label and an id fill a block, so the length of the message stands in one of its own.
    block.fill(0, 0, block.length - lanes)
    block.fill(8 * (blockBytes + length), block.length - lanes)
    take()
    finishHmac(work, outer)
    secrets.set(state)
    return secrets
  }
}
