import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint'
import { likelyInput } from '#contract/testing/schema-walk'
import { testPassword } from '#server/testing/person'
import { paymentPassword } from '#server/testing/money'
import type { Dice } from '../world/dice.ts'

export type Fields = Record<string, unknown>

type Def = {
  type: string
  shape?: Record<string, Schema>
  innerType?: Schema
  element?: Schema
  options?: Schema[]
  in?: Schema
  entries?: Record<string, string>
  values?: unknown[]
}
type Schema = { _zod: { def: Def } }

/** Ids that answers have shown, by the noun in the address of their call. Anybody may try anybody's. */
export class KnownIds {
  readonly #byNoun = new Map<string, readonly string[]>()
  readonly #players: readonly string[]

  /** The players are always known: whoever works at the desk knows whom they deal with. */
  constructor(players: readonly string[]) {
    this.#players = players
  }

  /** Keeps the newest ids of an answer. */
  learn(call: Endpoint, body: unknown): void {
    const found = idsIn(body)
    if (found.length === 0) return
    const noun = nounOf(call)
    this.#byNoun.set(noun, [...new Set([...found, ...(this.#byNoun.get(noun) ?? [])])].slice(0, 40))
  }

  of(noun: string): readonly string[] {
    const learned = this.#byNoun.get(noun) ?? []
    return noun === 'players' ? [...new Set([...learned, ...this.#players])] : learned
  }
}

const nounOf = (call: Endpoint): string => call.path.replace('/console', '').split('/')[1]!

function idsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) =>
    typeof each === 'string' && /^(id|\w+Id)$/.test(name) ? [each] : idsIn(each),
  )
}

/** Which fields name something of another noun than their call. */
const nounOfField: Readonly<Record<string, string>> = {
  walletId: 'wallets',
  playerId: 'players',
  proposalId: 'proposals',
  receivingId: 'deposits',
  voucherId: 'uploads',
  drawId: 'draws',
}

/** Values that a form asks for by name. */
const known: Readonly<Record<string, readonly unknown[]>> = {
  password: [testPassword, testPassword, 'not the password'],
  old: [testPassword],
  paymentPassword: [paymentPassword, paymentPassword, paymentPassword, 'not this one'],
  amount: ['10.00', '25.50', '1.00', '300.00', '99999.00', '0.01'],
  actual: ['10.00', '25.50'],
  reason: ['agreed with a colleague'],
}

/** Builds an input that fits the form of a call, from its schema alone, so that a new call is simulated without further work. */
export function inputFor(call: Endpoint, dice: Dice, ids: KnownIds): Fields {
  const field = (name: string, schema: Schema): unknown => {
    const { type, innerType } = schema._zod.def
    if (name === 'after') return undefined
    if (type === 'optional') return dice.chance(1, 2) ? undefined : field(name, innerType!)
    if (type === 'nullable') return dice.chance(1, 4) ? null : field(name, innerType!)
    const noun = name === 'id' ? nounOf(call) : nounOfField[name]
    // An answer shows ids of several things. Those of another form would be refused before anybody looks for them.
    const pool = noun ? ids.of(noun).filter((id) => z.safeParse(schema as unknown as z.core.$ZodType, id).success) : []
    if (pool.length > 0 && dice.chance(9, 10)) return dice.pick(pool)
    if (known[name] && type !== 'object') return dice.pick(known[name])
    return valueOf(schema)
  }
  const valueOf = (schema: Schema): unknown => {
    const { type, shape, options, entries, values, element } = schema._zod.def
    switch (type) {
      case 'object':
        return Object.fromEntries(
          Object.entries(shape!).flatMap(([name, each]) => {
            const value = field(name, each)
            return value === undefined ? [] : [[name, value]]
          }),
        )
      case 'union':
        return valueOf(dice.pick(options!))
      case 'enum':
        return dice.pick(Object.values(entries!))
      case 'literal':
        return dice.pick(values!)
      case 'boolean':
        return dice.chance(1, 2)
      case 'array':
        return [valueOf(element!)]
      default:
        return likelyInput(schema as unknown as z.core.$ZodType)
    }
  }
  return valueOf(call.input) as Fields
}
