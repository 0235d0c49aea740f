import type { OwedPlayers } from '../lanes/lane-leaves.ts'
import { idBytes } from '../lanes/words.ts'
import { type Buckets, openBuckets } from './buckets.ts'

// What is read from the books, in no order: amounts, of which a player may have several, and names. They are brought together here, because
// the database would have to sort or hash all of them for that, while it has bets to place.

/** Some bytes of a row that was read. */
export type Field = { bytes: Uint8Array; from: number; to: number }

export type OwedRows = {
  /** An amount is a number here, as in the tree of `core`: exact, or refused. */
  addAmount(id: Field, amount: number): void
  addName(id: Field, name: Field): void
  /** The players of one bucket whom anything is owed to, in memory that the next bucket uses again. */
  playersOf(bucket: number): OwedPlayers
  close(): void
}

const idWords = idBytes / 4
/** The id and the cents. */
const amountBytes = idBytes + 8
/** Before a name: the id, and the name's length in a word. */
const nameHead = idBytes + 4
const toWords = (bytes: number) => Math.ceil(bytes / 4) * 4

export function openOwedRows(path: string): OwedRows {
  const amounts = openBuckets(`${path}-amounts`)
  const names = openBuckets(`${path}-names`)
  const cents = new Float64Array(amounts.bytes.buffer)
  const lengths = new Uint32Array(names.bytes.buffer)
  const join = openJoin()
  return {
    addAmount(id, amount) {
      const at = amounts.reserve(bucketOf(id), amountBytes)
      copy(id, amounts, at)
      cents[(at + idBytes) / 8] = amount
    },
    addName(id, name) {
      const length = name.to - name.from
      const at = names.reserve(bucketOf(id), nameHead + toWords(length))
      copy(id, names, at)
      lengths[(at + idBytes) / 4] = length
      copy(name, names, at + nameHead)
    },
    playersOf: (bucket) => join(amounts.read(bucket), names.read(bucket)),
    close() {
      amounts.close()
      names.close()
    },
  }
}

/** By the last byte, which is random in ids of every kind. */
const bucketOf = ({ bytes, to }: Field) => bytes[to - 1]!

/** A loop, because for so few bytes it takes a fifth of the time of a call. */
function copy({ bytes, from, to }: Field, { bytes: into }: Buckets, at: number): void {
  for (let next = from; next < to; next++) into[at + next - from] = bytes[next]!
}

/** Adds up the amounts of each player and finds the player's name, in tables that grow with the largest bucket only. */
function openJoin() {
  let slots = new Uint32Array(0)
  let found = roomFor(0)
  return (amounts: Uint8Array<ArrayBuffer>, names: Uint8Array<ArrayBuffer>): OwedPlayers => {
    const rows = amounts.length / amountBytes
    // At most half full, so that a search is short.
    const size = 2 ** Math.ceil(Math.log2(2 * rows + 2))
    if (slots.length < size) slots = new Uint32Array(size)
    slots.fill(0, 0, size)
    if (found.amounts.length < rows) found = roomFor(rows)
    const find = sumUp(amounts, slots, size - 1)
    const count = nameThem({ names, find, found })
    return { ...found, names, count }
  }
}

const roomFor = (count: number) => ({
  ids: new Uint8Array(count * idBytes),
  amounts: new Float64Array(count),
  nameFrom: new Uint32Array(count),
  nameLength: new Uint32Array(count),
})

/**
 * Adds the amounts of each player to the first of them, and returns a function that gives the sum by the words of an id and where they
 * begin; it is negative where there is none. A slot holds the number of the row and one; ids are random, and so is their place.
 */
function sumUp(amounts: Uint8Array<ArrayBuffer>, slots: Uint32Array, mask: number) {
  const rows = amounts.length / amountBytes
  const ids = new Int32Array(amounts.buffer, amounts.byteOffset, amounts.length / 4)
  const cents = new Float64Array(amounts.buffer, amounts.byteOffset, amounts.length / 8)
  const [rowWords, rowDoubles, centsAt] = [amountBytes / 4, amountBytes / 8, idBytes / 8]
  const isAt = (slot: number, words: Int32Array, at: number) => {
    const row = (slots[slot]! - 1) * rowWords
    for (let word = 0; word < idWords; word++) if (ids[row + word] !== words[at + word]) return false
    return true
  }
  const slotOf = (words: Int32Array, at: number) => {
    let slot = (words[at + 2]! ^ words[at + 3]!) & mask
    while (slots[slot]! > 0 && !isAt(slot, words, at)) slot = (slot + 1) & mask
    return slot
  }
  for (let row = 0; row < rows; row++) {
    const slot = slotOf(ids, row * rowWords)
    if (slots[slot] === 0) slots[slot] = row + 1
    else cents[(slots[slot]! - 1) * rowDoubles + centsAt]! += cents[row * rowDoubles + centsAt]!
  }
  return (words: Int32Array, at: number): number => {
    const row = slots[slotOf(words, at)]! - 1
    return row < 0 ? -1 : cents[row * rowDoubles + centsAt]!
  }
}

type Naming = {
  readonly names: Uint8Array<ArrayBuffer>
  readonly find: (words: Int32Array, at: number) => number
  readonly found: ReturnType<typeof roomFor>
}

/** Writes down every player whom something is owed to, with where the name is; returns how many there are. */
function nameThem({ names, find, found }: Naming): number {
  const words = new Int32Array(names.buffer, names.byteOffset, names.length / 4)
  let count = 0
  for (let at = 0; at < names.length;) {
    const length = words[(at + idBytes) / 4]!
    const amount = find(words, at / 4)
    if (amount >= 0) {
      if (count === found.amounts.length) throw new Error('a player has two names')
      for (let byte = 0; byte < idBytes; byte++) found.ids[count * idBytes + byte] = names[at + byte]!
      found.amounts[count] = amount
      found.nameFrom[count] = at + nameHead
      found.nameLength[count] = length
      count++
    }
    at += nameHead + toWords(length)
  }
  return count
}
