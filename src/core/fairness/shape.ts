import { isHex } from './pack.ts'
import { parseInstant } from './instant.ts'

/** Recognises one form of untrusted JSON; the type follows from the check, so the two cannot drift apart. */
export type Shape<T> = (value: unknown) => value is T

export type ShapeOf<S> = S extends Shape<infer T> ? T : never

/** Without halves of surrogate pairs, which have no canonical form. */
export const isText: Shape<string> = (value): value is string =>
  typeof value === 'string' && !/\p{Surrogate}/u.test(value)

/** A whole number from zero up: counts, sequence numbers and money in cents, which JSON carries as integers here. */
export const isCount: Shape<number> = (value): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && !Object.is(value, -0)

export const isHash: Shape<string> = (value): value is string => isHex(value, 32)

export const isInstant: Shape<string> = (value): value is string => isText(value) && parseInstant(value) !== null

export function hexOf(bytes: number): Shape<string> {
  return (value): value is string => isHex(value, bytes)
}

export function oneOf<const T extends string | number>(...values: readonly T[]): Shape<T> {
  return (value): value is T => values.includes(value as T)
}

export function listOf<T>(item: Shape<T>): Shape<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(item)
}

export function orNull<T>(shape: Shape<T>): Shape<T | null> {
  return (value): value is T | null => value === null || shape(value)
}

/** An object with exactly these members: an extra one would be signed without anybody having read it. */
/* @__NO_SIDE_EFFECTS__ */
export function objectOf<T extends object>(members: { readonly [K in keyof T]: Shape<T[K]> }): Shape<Readonly<T>> {
  const names = Object.keys(members) as (keyof T & string)[]
  return (value): value is Readonly<T> => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    const found = value as Record<string, unknown>
    return Object.keys(found).length === names.length && names.every((name) => members[name](found[name]))
  }
}
