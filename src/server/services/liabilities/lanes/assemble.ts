// Writes WebAssembly for vectors of four 32-bit numbers, as far as SHA-256 needs it. An expression is the bytes that leave its value on
// the stack. The numbers of the instructions are those of the WebAssembly specification.

export type Code = readonly number[]

/** An unsigned number in seven bits a byte, the lowest first. */
const unsigned = (value: number): Code => (value < 128 ? [value] : [(value % 128) + 128, ...unsigned(value >>> 7)])
/** Of signed numbers only those from 0 to 63 are needed, which are one byte. */
const small = (value: number): Code => [0x41, value]
const vector = (instruction: number): Code => [0xfd, ...unsigned(instruction)]
/** How vectors in memory are aligned: to two to the power of this. */
const alignment = 4
const vectorBytes = 16

export const read = (variable: number): Code => [0x20, ...unsigned(variable)]
export const write = (variable: number, value: Code): Code => [...value, 0x21, ...unsigned(variable)]
export const load = (place: number): Code => [...small(0), ...vector(0), alignment, ...unsigned(place * vectorBytes)]
export const store = (place: number, value: Code): Code => [
  ...small(0),
  ...value,
  ...vector(11),
  alignment,
  ...unsigned(place * vectorBytes),
]
/** The same number in all four places. */
export const constant = (value: number): Code => [
  ...vector(12),
  ...Array.from({ length: vectorBytes }, (_, at) => (value >>> (8 * (at % 4))) & 255),
]

const joined =
  (instruction: number) =>
  (first: Code, ...others: readonly Code[]): Code =>
    others.reduce((code, other) => [...code, ...other, ...vector(instruction)], first)
export const and = joined(78)
export const or = joined(80)
export const xor = joined(81)
export const add = joined(174)

export const shiftRight = (value: Code, bits: number): Code => [...value, ...small(bits), ...vector(173)]
const shiftLeft = (value: Code, bits: number): Code => [...value, ...small(bits), ...vector(171)]
export const rotate = (value: Code, bits: number): Code => or(shiftRight(value, bits), shiftLeft(value, 32 - bits))

/** What every module begins with: its name and its version. */
const header: Code = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]
const section = (id: number, content: Code): Code => [id, ...unsigned(content.length), ...content]
const exported = (name: string, kind: number): Code => [name.length, ...Buffer.from(name), kind, 0]

/** A module with one page of memory, `memory`, and one function without parameters, `run`, which has so many variables. */
export function assemble(variables: number, code: Code): Uint8Array {
  const body = [1, variables, 0x7b, ...code, 0x0b]
  return Uint8Array.from([
    ...header,
    ...section(1, [1, 0x60, 0, 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, 1]),
    ...section(7, [2, ...exported('memory', 2), ...exported('run', 0)]),
    ...section(10, [1, ...unsigned(body.length), ...body]),
  ])
}
