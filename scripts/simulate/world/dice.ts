import { createHash } from 'node:crypto'

/** Seeded choices. Each part of a simulation has a stream of its own, so that leaving one part out does not change the others. */
export type Dice = {
  bytes(count: number): Uint8Array
  /** A whole number from 0 up to, not including, `bound`. */
  below(bound: number): number
  /** True `times` out of `of`. */
  chance(times: number, of: number): boolean
  pick<T>(items: readonly T[]): T
  uuid(): string
  /** A stream that follows from this seed and a name alone. */
  stream(name: string): Dice
}

const blockBytes = 2_048

export function openDice(seed: string): Dice {
  let block = 0
  let rest = Buffer.alloc(0)
  const more = () => createHash('shake256', { outputLength: blockBytes }).update(`${seed}:${block++}`).digest()
  const bytes = (count: number) => {
    while (rest.length < count) rest = Buffer.concat([rest, more()])
    const taken = rest.subarray(0, count)
    rest = rest.subarray(count)
    return taken
  }
  const below = (bound: number) => Math.floor((bytes(6).readUIntBE(0, 6) / 2 ** 48) * bound)
  return {
    bytes,
    below,
    chance: (times, of) => below(of) < times,
    pick: (items) => items[below(items.length)]!,
    uuid: () => {
      const raw = Buffer.from(bytes(16))
      raw[6] = (raw[6]! & 0x0f) | 0x40
      raw[8] = (raw[8]! & 0x3f) | 0x80
      const hex = raw.toString('hex')
      return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
    },
    stream: (name) => openDice(`${seed}/${name}`),
  }
}

/** Chooses a name by its weight. */
export function weighted<Name extends string>(dice: Dice, weights: Readonly<Record<Name, number>>): Name {
  const entries = Object.entries(weights) as [Name, number][]
  let at = dice.below(entries.reduce((sum, [, weight]) => sum + weight, 0))
  for (const [name, weight] of entries) {
    if (at < weight) return name
    at -= weight
  }
  throw new Error('there is nothing to choose from')
}
