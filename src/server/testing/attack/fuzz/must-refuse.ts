import { asText } from '../send-call.ts'
import type { Described, Schema } from './described.ts'

/** Why an input must be refused, whoever sends it. */
export const whys = ['another type', 'out of bounds', 'a missing field', 'an unknown field'] as const
type Why = (typeof whys)[number]

/** Why the description of a call does not allow this input; null where it has nothing against it. */
export function whyRefused({ input, inAddress }: Pick<Described, 'input' | 'inAddress'>, fields: object): Why | null {
  // An address holds texts only, whatever is put into it.
  const sent = Object.entries(fields).flatMap(([name, value]) => {
    if (value === undefined) return []
    return [[name, inAddress.has(name) ? asText(value) : value] as const]
  })
  return whyWrong(input, Object.fromEntries(sent))
}

/** The same for a value and its schema. What is not understood of a schema counts as allowing everything. */
export function whyWrong(schema: Schema, value: unknown): Why | null {
  const options = schema.anyOf ?? schema.oneOf
  if (options) {
    const reasons = options.map((each) => whyWrong(each, value))
    return reasons.includes(null) ? null : (reasons.find((why) => why !== 'another type') ?? 'another type')
  }
  if (schema.type && !isOfType(schema.type, value)) return 'another type'
  const isNamed = (name: unknown) => name === undefined || name === value
  if (!isNamed(schema.const) || (schema.enum && !schema.enum.includes(value))) return 'out of bounds'
  const why = schema.allOf?.map((each) => whyWrong(each, value)).find(Boolean)
  if (why) return why
  if (typeof value === 'string') return isTextWithin(schema, value) ? null : 'out of bounds'
  if (typeof value === 'number') return isBetween(value, schema.minimum, schema.maximum) ? null : 'out of bounds'
  if (Array.isArray(value)) return whyWrongList(schema, value)
  return typeof value === 'object' && value !== null ? whyWrongObject(schema, value) : null
}

const types: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isSafeInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

const isOfType = (type: string, value: unknown) => types[type]?.(value) ?? true

const isBetween = (value: number, least = -Infinity, most = Infinity) => value >= least && value <= most

/** Compiled once: a test of one value is quick, and there are a hundred thousand of them. */
const compiled = new Map<string, RegExp>()

function isMatch(pattern: string, text: string): boolean {
  const known = compiled.get(pattern) ?? new RegExp(pattern, 'u')
  compiled.set(pattern, known)
  return known.test(text)
}

/** Spaces at the ends may be cut off first, and a letter counts once or by its halves; what is wrong both ways is wrong. */
function isTextWithin({ minLength, maxLength, pattern }: Schema, text: string): boolean {
  const isWithin = (each: string) =>
    (isBetween(each.length, minLength, maxLength) ||
      (each.length <= 2 * (maxLength ?? Infinity) && isBetween(Array.from(each).length, minLength, maxLength))) &&
    (pattern === undefined || isMatch(pattern, each))
  return [text, text.trim()].some(isWithin)
}

function whyWrongList({ items, minItems, maxItems }: Schema, list: readonly unknown[]): Why | null {
  if (!isBetween(list.length, minItems, maxItems)) return 'out of bounds'
  return list.map((each) => (items ? whyWrong(items, each) : null)).find(Boolean) ?? null
}

function whyWrongObject(schema: Schema, value: object): Why | null {
  const { properties = {}, required = [], additionalProperties: others = true, propertyNames: names } = schema
  if (required.some((name) => !Object.hasOwn(value, name))) return 'a missing field'
  for (const [name, each] of Object.entries(value)) {
    const own = Object.hasOwn(properties, name) ? properties[name]! : others
    if (own === false || (names?.enum && !names.enum.includes(name))) return 'an unknown field'
    const why = own === true ? null : whyWrong(own, each)
    if (why) return why
  }
  return null
}
