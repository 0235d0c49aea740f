import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { pack, u32be, u64be, type Sha256 } from '../pack.ts'
import { type SumNode, isSum, leafOf } from './sum-tree.ts'

// What a player is owed is a few leaves of random sizes. All of it follows from the snapshot's seed, which is kept sealed; a player is
// given the secret that follows from it for them, and no other.

/** A part above this would show a fortune, so a larger balance has more parts, up to `partsMost`. */
const partMostCents = 500_000
export const partsMost = 32

const blockBytes = 64
/** More than the longest message has, which names an account. */
const messageMost = 256

type Hmac = {
  /** Takes a key of at most 64 bytes for the messages that follow. */
  key(key: Uint8Array): void
  /** Where the message is written. */
  readonly message: Uint8Array
  /** The HMAC of the first bytes of the message. */
  of(length: number): Uint8Array
}

/** HMAC-SHA256 for many short messages in the same memory, by whatever SHA-256 is the fastest here. */
export function openHmac(hash: Sha256 = sha256): Hmac {
  const inner = new Uint8Array(blockBytes + messageMost)
  const outer = new Uint8Array(blockBytes + 32)
  return {
    key(key) {
      for (let at = 0; at < blockBytes; at++) {
        const byte = at < key.length ? key[at]! : 0
        inner[at] = byte ^ 0x36
        outer[at] = byte ^ 0x5c
      }
    },
    message: inner.subarray(blockBytes),
    of(length) {
      outer.set(hash(inner.subarray(0, blockBytes + length)), blockBytes)
      return hash(outer)
    },
  }
}

/** Writes UTF-8 and returns where it ends. Names are nearly always ASCII, for which a loop takes a fifth of an encoder's time. */
function writeText(bytes: Uint8Array, text: string, from: number): number {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 127) {
      const encoded = utf8ToBytes(text)
      bytes.set(encoded, from)
      return from + encoded.length
    }
    bytes[from + at] = code
  }
  return from + text.length
}

/** What stands before a player's id; its last byte is the length of the id. */
export const secretLabel = concatBytes(pack('liabilities secret'), u32be(0))

/** Players' secrets for one snapshot. One says nothing about the seed, nor about the secret of another snapshot or player. */
export function openSecrets(seed: Uint8Array, hash?: Sha256): (playerId: string) => Uint8Array {
  const { key, message, of } = openHmac(hash)
  key(seed)
  message.set(secretLabel)
  return (playerId) => {
    const end = writeText(message, playerId, secretLabel.length)
    // The id's length stands before it.
    message[secretLabel.length - 1] = end - secretLabel.length
    return of(end)
  }
}

/** Gives the ids of a player's leaves, by part, until it is asked for another player's. */
type PartIds = (secret: Uint8Array, account: string) => (part: number) => Uint8Array

/**
 * The account's name is in the ids, as the player types it, so that no leaf can be shown to two players: each would compute another id
 * for it.
 */
export function openPartIds(number: number, hash?: Sha256): PartIds {
  const { key, message, of } = openHmac(hash)
  message.set(u64be(number))
  return (secret, account) => {
    key(secret)
    // After the number of the part, in four bytes, of which it fills the last.
    const end = writeText(message, account.toLowerCase(), 12)
    return (part) => {
      message[11] = part
      return of(end)
    }
  }
}

export const splitLabel = utf8ToBytes('liabilities split')
// Filled anew for every block: the label, the secret and the block's number in four bytes.
const splitInput = concatBytes(splitLabel, new Uint8Array(32 + 4))
const fractionsInBlock = 5

/** Splits an amount into parts of random sizes that follow from the secret; nothing has no parts. */
export function splitOwed(secret: Uint8Array, amount: number, hash?: Sha256): number[] {
  return splitBy(amount, (number) => splitBlock(secret, number, hash))
}

/** Splits an amount by blocks of random bytes. Most amounts need the first block alone. */
export function splitBy(amount: number, blockAt: (number: number) => Uint8Array): number[] {
  if (!isSum(amount)) throw new RangeError(`not an amount in cents: ${amount}`)
  if (amount === 0) return []
  let block = blockAt(0)
  const few = 1 + (block[31]! % 3)
  const count = amount <= partMostCents ? few : Math.min(partsMost, few + Math.ceil(amount / partMostCents))
  // First the ends of the parts, of which the last is the end of the amount; then their sizes.
  const parts = Array<number>(count).fill(amount)
  for (let at = 0; at < count - 1; at++) {
    if (at > 0 && at % fractionsInBlock === 0) block = blockAt(at / fractionsInBlock)
    insert(parts, at, Math.floor(amount * fractionAt(block, at % fractionsInBlock)))
  }
  for (let at = count - 1; at > 0; at--) parts[at]! -= parts[at - 1]!
  return parts
}

/** Puts a value in its place among the first `count`, which are in order. They are few, so this takes a fraction of the time of sorting. */
function insert(values: number[], count: number, value: number): void {
  let at = count
  for (; at > 0 && values[at - 1]! > value; at--) values[at] = values[at - 1]!
  values[at] = value
}

/** Random bytes that follow from the secret. */
export function splitBlock(secret: Uint8Array, number: number, hash: Sha256 = sha256): Uint8Array {
  splitInput.set(secret, splitLabel.length)
  splitInput[splitInput.length - 1] = number
  return hash(splitInput)
}

/** A number from 0 to below 1, from six bytes. */
function fractionAt(block: Uint8Array, place: number): number {
  let value = 0
  for (let at = 6 * place; at < 6 * place + 6; at++) value = (value + block[at]!) / 256
  return value
}

/** What a player is owed, in cents. */
export type OwedPlayer = { readonly id: string; readonly account: string; readonly amount: number }

/** Makes the leaves of players for the snapshot of that number. */
export function openLeaves(seed: Uint8Array, number: number, hash?: Sha256): (player: OwedPlayer) => SumNode[] {
  const secretOf = openSecrets(seed, hash)
  const idsOf = openPartIds(number, hash)
  return ({ id, account, amount }) => {
    const secret = secretOf(id)
    const idOf = idsOf(secret, account)
    return splitOwed(secret, amount, hash).map((part, at) => leafOf(idOf(at), part, hash))
  }
}
