import {
  type OwedPlayer,
  openLeaves,
  partsMost,
  splitBlock,
  splitBy,
  splitLabel,
} from '#core/fairness/liabilities/parts'
import type { Sha256 } from '#core/fairness/pack'
import { type KeyStates, finishHmac, keyStates, openLaneSecrets, roomForStates } from './keys.ts'
import { type Lanes, lanes, openLanes } from './sha256-lanes.ts'
import { bytesOf, endLane, hashWords, highWord, idBytes, markBehindByte, nodeWords, wordsOf } from './words.ts'

/** Some players whom anything is owed to, as lists in the same order. */
export type OwedPlayers = {
  readonly count: number
  /** Sixteen bytes each. */
  readonly ids: Uint8Array
  /** In cents. */
  readonly amounts: Float64Array
  /** The names of all of them, with whatever stands between. */
  readonly names: Uint8Array
  /** Where each name begins in `names`, and its length. */
  readonly nameFrom: Uint32Array
  readonly nameLength: Uint32Array
}

/** So many that few lanes are empty at the end of them. */
const atOnce = 64
/** An id is made from the number in two words, the part in one, and then the name with the mark behind it and the length. */
const [nameFrom, nameWords] = [3, 13]
const nameMost = 43
const blockBytes = 64
const leafLength = 41

type Take = (leaf: Int32Array) => void
type LaneLeaves = (players: OwedPlayers, take: Take) => void

/** The leaves to be made of some players: whose each is, by their place among these, which part, and the cents. */
type Plan = {
  count: number
  readonly owners: Uint8Array
  readonly parts: Uint8Array
  readonly amounts: Float64Array
  /** The states of the players' keys, four by four and lane by lane, and the words of their names. */
  readonly fours: readonly KeyStates[]
  readonly names: Int32Array
}

const roomForPlan = (): Plan => ({
  count: 0,
  owners: new Uint8Array(atOnce * partsMost),
  parts: new Uint8Array(atOnce * partsMost),
  amounts: new Float64Array(atOnce * partsMost),
  fours: Array.from({ length: atOnce / lanes }, () => roomForStates(lanes)),
  names: new Int32Array(atOnce * nameWords),
})

/**
 * Makes the same leaves as `openLeaves` of `core`, four at a time and in another order. A leaf is handed over as words, in memory that the
 * next leaf uses again.
 */
export function openLaneLeaves(seed: Uint8Array, number: number, hash: Sha256): LaneLeaves {
  const work = openLanes()
  const secretsOf = openLaneSecrets(work, seed)
  const split = openSplit(work, hash)
  const finish = openFinish(work, number)
  const leavesOf = openLeaves(seed, number, hash)
  const plan = roomForPlan()
  const makeUnusual = (player: OwedPlayer, take: Take) => {
    for (const { hash: made, sum } of leavesOf(player)) take(Int32Array.of(...wordsOf(made), highWord(sum), sum))
  }
  const makeSome = (players: OwedPlayers, from: number, take: Take) => {
    plan.count = 0
    const end = Math.min(players.count, from + atOnce)
    for (let first = from; first < end; first += lanes) {
      const secrets = secretsOf(players.ids, first)
      keyStates(work, secrets, plan.fours[(first - from) / lanes]!)
      split.give(secrets)
      for (let player = first; player < Math.min(end, first + lanes); player++) {
        if (!isUsual(players, player)) {
          makeUnusual(asText(players, player), take)
          continue
        }
        writeName(plan.names, players, player)
        const parts = split.partsOf(players.amounts[player]!, player - first)
        for (let part = 0; part < parts.length; part++) {
          plan.owners[plan.count] = player % atOnce
          plan.parts[plan.count] = part
          plan.amounts[plan.count++] = parts[part]!
        }
      }
    }
    for (let next = 0; next < plan.count; next += lanes) finish(plan, next, take)
  }
  return (players, take) => {
    for (let from = 0; from < players.count; from += atOnce) makeSome(players, from, take)
  }
}

/** Whether a name fits into one block. Those of every account that can be registered do. */
function isUsual({ names, nameFrom: from, nameLength }: OwedPlayers, player: number): boolean {
  const [begin, length] = [from[player]!, nameLength[player]!]
  for (let at = begin; at < begin + length; at++) if (names[at]! < 32 || names[at]! > 126) return false
  return length <= nameMost
}

/** A player as `core` has them. */
function asText({ ids, names, nameFrom: from, nameLength, amounts }: OwedPlayers, player: number): OwedPlayer {
  const hex = Buffer.from(ids.subarray(player * idBytes, (player + 1) * idBytes)).toString('hex')
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
  const name = names.subarray(from[player], from[player]! + nameLength[player]!)
  return { id, account: Buffer.from(name).toString(), amount: amounts[player]! }
}

/** Splits what players are owed into parts, after it was given the secrets of four of them. */
function openSplit({ block, state, begin, take }: Lanes, hash: Sha256) {
  const label = wordsOf(splitLabel.subarray(0, 16))
  const bytes = new Uint8Array(4 * hashWords)
  const view = new DataView(bytes.buffer)
  let secrets: Int32Array = state
  let lane = 0
  const blockAt = (number: number) => {
    if (number === 0) return bytes
    return splitBlock(bytesOf(secrets.filter((_, at) => at % lanes === lane)), number, hash)
  }
  return {
    give(given: Int32Array): void {
      secrets = given
      for (let to = 0; to < lanes; to++) writeSplit(block, { label, secrets, lane: to })
      begin()
      take()
    },
    partsOf(amount: number, ofLane: number): number[] {
      lane = ofLane
      for (let at = 0; at < hashWords; at++) view.setInt32(4 * at, state[lanes * at + lane]!)
      return splitBy(amount, blockAt)
    },
  }
}

type Splitting = { readonly label: Int32Array; readonly secrets: Int32Array; readonly lane: number }

/** Writes one lane of the block that sizes of parts are made from. */
function writeSplit(block: Int32Array, { label, secrets, lane }: Splitting): void {
  for (let at = 0; at < label.length; at++) block[lanes * at + lane] = label[at]!
  // The last byte of the label, the secret, the number of the block, which is zero, and the mark.
  let [before, to] = [splitLabel[16]!, lanes * label.length + lane]
  for (let at = lane; at < secrets.length; at += lanes, to += lanes) {
    block[to] = (before << 24) | (secrets[at]! >>> 8)
    before = secrets[at]!
  }
  block[to] = before << 24
  block[to + lanes] = markBehindByte
  endLane(block, to + lanes, splitLabel.length + 4 * hashWords + 4)
}

/** Writes a player's name and what follows it in the block that an id is made from. */
function writeName(into: Int32Array, { names, nameFrom: begins, nameLength }: OwedPlayers, player: number): void {
  const [begin, length] = [begins[player]!, nameLength[player]!]
  const from = (player % atOnce) * nameWords
  into.fill(0, from, from + nameWords)
  for (let at = 0; at <= length; at++) {
    const code = names[begin + at]!
    // Capitals become small letters; behind the name stands a mark.
    const byte = at === length ? 0x80 : code >= 65 && code <= 90 ? code + 32 : code
    into[from + (at >> 2)]! |= byte << (24 - 8 * (at & 3))
  }
  into[from + nameWords - 1] = 8 * (blockBytes + 4 * nameFrom + length)
}

/** Makes up to four leaves of a plan, from the one at `from` on: their ids, and from these their hashes. */
function openFinish(work: Lanes, number: number) {
  const { block, state, begin, take: takeBlock } = work
  const outer = new Int32Array(lanes * hashWords)
  const leaf = new Int32Array(nodeWords)
  const numberHigh = highWord(number)
  /** Writes one lane of the block that ids are made from. */
  const writeId = ({ owners, parts, fours, names }: Plan, at: number, lane: number) => {
    const owner = owners[at]!
    const states = fours[(owner - (owner % lanes)) / lanes]!
    for (let to = lane, from = owner % lanes; to < lanes * hashWords; to += lanes, from += lanes) {
      state[to] = states.inner[from]!
      outer[to] = states.outer[from]!
    }
    block[lane] = numberHigh
    block[lanes + lane] = number
    block[2 * lanes + lane] = parts[at]!
    for (let word = 0; word < nameWords; word++)
      block[lanes * (nameFrom + word) + lane] = names[owner * nameWords + word]!
  }
  return (plan: Plan, from: number, take: Take): void => {
    const used = Math.min(lanes, plan.count - from)
    for (let lane = 0; lane < used; lane++) writeId(plan, from + lane, lane)
    takeBlock()
    finishHmac(work, outer)
    for (let lane = 0; lane < used; lane++) writeLeaf(work, plan.amounts[from + lane]!, lane)
    begin()
    takeBlock()
    for (let lane = 0; lane < used; lane++) {
      const amount = plan.amounts[from + lane]!
      for (let at = 0; at < hashWords; at++) leaf[at] = state[lanes * at + lane]!
      leaf[hashWords] = highWord(amount)
      leaf[hashWords + 1] = amount
      take(leaf)
    }
  }
}

/** Writes one lane of the block that leaves are made from: a byte of zeros, the id that is in the state, the amount, and the mark. */
function writeLeaf({ block, state }: Lanes, amount: number, lane: number): void {
  block[lane] = state[lane]! >>> 8
  for (let at = lane + lanes; at < state.length; at += lanes)
    block[at] = (state[at - lanes]! << 24) | (state[at]! >>> 8)
  const [to, high] = [state.length + lane, highWord(amount)]
  block[to] = (state[to - lanes]! << 24) | (high >>> 8)
  block[to + lanes] = (high << 24) | (amount >>> 8)
  block[to + 2 * lanes] = (amount << 24) | markBehindByte
  endLane(block, to + 2 * lanes, leafLength)
}
