import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** What a protocol object may hold: no fractions, no undefined, nothing two programs could write in two ways. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** The one text of a value: keys sorted by UTF-16 code unit, no spaces. Throws on anything that is not `Json`. */
export function canonical(value: Json): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return canonicalText(value)
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value) || Object.is(value, -0)) throw new TypeError(`not a safe integer: ${value}`)
    return String(value)
  }
  // Array.from visits holes as undefined, so a sparse array throws like any other missing value.
  if (Array.isArray(value)) return `[${Array.from<Json, string>(value, canonical).join(',')}]`
  if (isPlainObject(value)) {
    const members = Object.keys(value).sort()
    return `{${members.map((key) => `${canonicalText(key)}:${canonical(value[key]!)}`).join(',')}}`
  }
  throw new TypeError(`not allowed in canonical form: ${typeof value}`)
}

/** Half of a surrogate pair is no character: programs write it in different ways, so it is refused. */
function canonicalText(text: string): string {
  if (/\p{Surrogate}/u.test(text)) throw new TypeError('text with half of a surrogate pair')
  return JSON.stringify(text)
}

/** SHA-256 of the canonical text, in hex: how a document is named where it must not change. */
export function canonicalHash(value: Json): string {
  return bytesToHex(sha256(utf8ToBytes(canonical(value))))
}

function isPlainObject(value: unknown): value is { readonly [key: string]: Json } {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return (prototype === Object.prototype || prototype === null) && Object.getOwnPropertySymbols(value).length === 0
}
