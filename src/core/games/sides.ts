import type { Result } from './draw-shape.ts'

export const bigSmall = ['big', 'small'] as const
export const oddEven = ['odd', 'even'] as const
export const dragonTiger = ['dragon', 'tiger'] as const
export const fourSides = ['big_odd', 'big_even', 'small_odd', 'small_even'] as const

/** Big from the given number on. */
export function sizeOf(number: number, bigFrom: number): (typeof bigSmall)[number] {
  return number >= bigFrom ? 'big' : 'small'
}

export function parityOf(number: number): (typeof oddEven)[number] {
  return number % 2 === 0 ? 'even' : 'odd'
}

export function fourSideOf(number: number, bigFrom: number): (typeof fourSides)[number] {
  return `${sizeOf(number, bigFrom)}_${parityOf(number)}`
}

/** Dragon when the first number is the larger. A tie is for the market to decide before it asks. */
export function dragonOrTiger([first, second]: Result): (typeof dragonTiger)[number] {
  return first! > second! ? 'dragon' : 'tiger'
}

export function total(numbers: Result): number {
  let sum = 0
  for (const number of numbers) sum += number
  return sum
}

/** The different numbers, in order of appearance. */
export function different(numbers: Result): readonly number[] {
  return [...new Set(numbers)]
}

export function ascending(numbers: Result): number[] {
  return [...numbers].sort((low, high) => low - high)
}
