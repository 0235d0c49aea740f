import {
  type Code,
  add,
  and,
  assemble,
  constant,
  load,
  or,
  read,
  rotate,
  shiftRight,
  store,
  write,
  xor,
} from './assemble.ts'

/**
 * SHA-256 of four messages at once. Calling Node for one short hash takes five times as long as the hash itself, and processors compute
 * four of them in the time of one. A message is fed in blocks of sixteen words; the lanes are independent of each other.
 */
export type Lanes = {
  /** The next block of each message: word `w` of lane `l` is at `4 * w + l`. */
  readonly block: Int32Array
  /** What the messages have come to so far, eight words in the same order; after the last block the hashes. */
  readonly state: Int32Array
  /** Starts four messages. */
  begin(): void
  /** Takes the block in. */
  take(): void
}

export const lanes = 4
const [stateWords, blockWords, rounds] = [8, 16, 64]

export function openLanes(): Lanes {
  const { memory, run } = new WebAssembly.Instance(new WebAssembly.Module(compression())).exports
  const state = new Int32Array(memory.buffer, 0, lanes * stateWords)
  const block = new Int32Array(memory.buffer, state.byteLength, lanes * blockWords)
  const start = state.map((_, at) => rootBits(primes[Math.floor(at / lanes)]!, Math.sqrt))
  return { block, state, begin: () => state.set(start), take: run }
}

/** Node has it; the types of Node do not. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => {
    readonly exports: { readonly memory: { readonly buffer: ArrayBuffer }; readonly run: () => void }
  }
}

/** SHA-256 takes its constants from the first primes, so that nobody can have chosen them. */
const primes = Array.from({ length: 312 }, (_, at) => at).filter(
  (number) => number > 1 && Array.from({ length: number - 2 }, (_, at) => at + 2).every((by) => number % by !== 0),
)
/** The first 32 bits behind the point of a root. */
const rootBits = (prime: number, root: (value: number) => number) => Math.floor((root(prime) % 1) * 2 ** 32) | 0

/** The rounds of FIPS 180-4, section 6.2.2, one after the other. Variables are the eight words of the state, then those of the block. */
function compression(): Uint8Array {
  const stateAt = Array.from({ length: stateWords }, (_, at) => at)
  const blockAt = Array.from({ length: blockWords }, (_, at) => stateWords + at)
  const code: Code[] = [...stateAt, ...blockAt].map((place) => write(place, load(place)))
  for (let round = 0; round < rounds; round++) {
    if (round >= blockWords) code.push(schedule(round))
    // Instead of moving eight words along, their names move.
    const names = stateAt.map((_, at) => (at + rounds - round) % stateWords)
    code.push(mix(names, add(constant(rootBits(primes[round]!, Math.cbrt)), read(wordOf(round)))))
  }
  for (const place of stateAt) code.push(store(place, add(load(place), read(place))))
  return assemble(stateWords + blockWords, code.flat())
}

/** The sixteen newest words of the message schedule are kept, each in place of the one sixteen rounds before. */
const wordOf = (round: number) => stateWords + (round % blockWords)

function schedule(round: number): Code {
  const [early, late] = [read(wordOf(round + 1)), read(wordOf(round + 14))]
  const sum = add(
    read(wordOf(round)),
    xor(rotate(early, 7), rotate(early, 18), shiftRight(early, 3)),
    read(wordOf(round + 9)),
    xor(rotate(late, 17), rotate(late, 19), shiftRight(late, 10)),
  )
  return write(wordOf(round), sum)
}

/** One round. `d` and `h` get new values; they are `e` and `a` of the next round. */
function mix(names: readonly number[], word: Code): Code {
  const [a, b, c, d, e, f, g, h] = names.map(read) as [Code, Code, Code, Code, Code, Code, Code, Code]
  const choice = xor(g, and(e, xor(f, g)))
  const majority = or(and(a, b), and(c, or(a, b)))
  return [
    ...write(names[7]!, add(h, xor(rotate(e, 6), rotate(e, 11), rotate(e, 25)), choice, word)),
    ...write(names[3]!, add(d, h)),
    ...write(names[7]!, add(h, xor(rotate(a, 2), rotate(a, 13), rotate(a, 22)), majority)),
  ]
}
