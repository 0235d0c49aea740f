import { hash } from 'node:crypto'
import { outcomeOf, seedOf, streamOf, type ByteStream, type Kind } from '#core/fairness/numbers'
import { pack, u32be, u64be } from '#core/fairness/pack'

// The protocol's numbers on Node's own hash, many times faster than the portable code. `compareWithCore` must have found
// no difference before anything is concluded from them.

/** Draw after draw, each with its own round, beacon and secret, and a seed made of them as the protocol says. */
export class SeedSource {
  readonly #fixed: { readonly drawId: string; readonly rulesHash: string; readonly chainHash: string }
  readonly #message: Buffer

  constructor(label: string) {
    this.#fixed = { drawId: label, rulesHash: hash('sha256', label), chainHash: hash('sha256', 'chain') }
    const { drawId, rulesHash, chainHash } = this.#fixed
    const hashes = [rulesHash, chainHash].map((hex) => Buffer.from(hex, 'hex'))
    this.#message = Buffer.from(
      pack('fair/1/seed', drawId, ...hashes, u64be(0), new Uint8Array(32), new Uint8Array(32)),
    )
  }

  /** Fills in the last fields: 8 bytes of round, 32 of randomness, 32 of secret, 4 bytes of length before each. */
  seed(n: number): Buffer {
    const end = this.#message.length
    this.#message.writeUInt32BE(n, end - 76)
    this.#message.writeUInt32BE(n, end - 68)
    this.#message.writeUInt32BE(n, end - 4)
    return Buffer.from(hash('sha256', this.#message, 'binary'), 'binary')
  }

  /** The same seed by the core. */
  coreSeed(n: number): string {
    const number = n.toString(16).padStart(8, '0')
    const [randomness, secret] = [number.padEnd(64, '0'), number.padStart(64, '0')]
    return seedOf({ ...this.#fixed, round: n, randomness, secret })
  }
}

/**
 * A stream that is set to seed after seed. HMAC is written out as two hashes: Node's own costs ten times as much here.
 */
export class FastStream {
  readonly #inner = Buffer.concat([Buffer.alloc(64), pack('fair/1/stream', u32be(0))])
  readonly #outer = Buffer.alloc(96)
  readonly #block = Buffer.alloc(32)
  #index = 0
  #at = 0

  start(seed: Buffer): this {
    for (let at = 0; at < 64; at++) {
      const byte = at < 32 ? seed[at]! : 0
      this.#inner[at] = byte ^ 0x36
      this.#outer[at] = byte ^ 0x5c
    }
    this.#index = 0
    this.#at = 32
    return this
  }

  block(index: number): Buffer {
    this.#inner.writeUInt32BE(index, this.#inner.length - 4)
    this.#outer.write(hash('sha256', this.#inner, 'binary'), 64, 'binary')
    this.#block.write(hash('sha256', this.#outer, 'binary'), 0, 'binary')
    return this.#block
  }

  readonly next: ByteStream = () => {
    if (this.#at === 32) {
      this.block(this.#index++)
      this.#at = 0
    }
    return this.#block[this.#at++]!
  }

  /** Reads from the start again, without computing the first block twice where it is still there. */
  again(): this {
    this.#at = this.#index === 1 ? 0 : 32
    if (this.#index !== 1) this.#index = 0
    return this
  }
}

/** What a careless implementation would draw: every byte is taken, none rejected. */
export function carelessOutcome(kind: Kind, next: ByteStream): number[] {
  if (kind === 'dice3') return Array.from({ length: 3 }, () => 1 + (next() % 6))
  if (kind === 'digits5') return Array.from({ length: 5 }, () => next() % 10)
  const balls = Array.from({ length: kind === 'perm10' ? 10 : 11 }, (_, at) => at + 1)
  const swap = (a: number, b: number) => ([balls[a], balls[b]] = [balls[b]!, balls[a]!])
  if (kind === 'perm10') for (let at = 9; at >= 1; at--) swap(at, next() % (at + 1))
  else for (let at = 0; at < 5; at++) swap(at, at + (next() % (11 - at)))
  return balls.slice(0, kind === 'perm10' ? 10 : 5)
}

/** Draws on which the fast numbers differ from those of the core, in seed, a hundred bytes or outcome. */
export function compareWithCore(kind: Kind, source: SeedSource, draws: number): number {
  const fast = new FastStream()
  let differences = 0
  for (let draw = 0; draw < draws; draw++) {
    const n = draw * 7919
    const seed = source.seed(n)
    const coreSeed = source.coreSeed(n)
    const core = streamOf(coreSeed)
    const { next } = fast.start(seed)
    const sameBytes = Array.from({ length: 100 }, () => core() === next()).every(Boolean)
    const outcome = outcomeOf(kind, streamOf(coreSeed)).join()
    const sameOutcome = outcome === outcomeOf(kind, fast.again().next).join()
    if (seed.toString('hex') !== coreSeed || !sameBytes || !sameOutcome) differences++
  }
  return differences
}
