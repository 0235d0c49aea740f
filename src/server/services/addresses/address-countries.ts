import { createReadStream } from 'node:fs'
import { isIP } from 'node:net'
import { createInterface } from 'node:readline'

/** The country in which a network address is used, as far as the operator's own file says. */
export type AddressCountries = { countryOf(address: string): string | null }

type Range = { readonly first: bigint; readonly last: bigint; readonly country: string }

/**
 * Reads the file of ADDRESS_COUNTRIES: a range and a country in each line, as in `203.0.113.0/24 VN`. Nothing is asked of anybody
 * outside, so an address that no line names has no country.
 */
export async function readAddressCountries(path: string): Promise<AddressCountries> {
  const ranges: Range[] = []
  let number = 0
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    number++
    const text = line.replace(/#.*/, '').trim()
    if (text === '') continue
    const range = readRange(text)
    if (!range) throw new Error(`${path}, line ${number}: must be a range and a country, as in 203.0.113.0/24 VN`)
    ranges.push(range)
  }
  return countriesIn(ranges)
}

/** Where ranges lie within each other, the smaller one counts. */
function countriesIn(ranges: readonly Range[]): AddressCountries {
  const sorted = ranges.toSorted((one, other) => compare(one.first, other.first) || compare(other.last, one.last))
  // A range that encloses an address may begin before others that do not: this is how far back one can begin.
  const reach: bigint[] = []
  for (const { last } of sorted) reach.push(reach.length > 0 && reach.at(-1)! > last ? reach.at(-1)! : last)
  const countryOf = (address: string) => {
    const place = numberOf(address)
    if (place === null) return null
    for (let at = lastUpTo(sorted, place); at >= 0 && reach[at]! >= place; at--)
      if (sorted[at]!.last >= place) return sorted[at]!.country
    return null
  }
  return { countryOf }
}

const compare = (one: bigint, other: bigint) => (one < other ? -1 : one > other ? 1 : 0)

/** The last range that begins at the place or before it, or -1. */
function lastUpTo(sorted: readonly Range[], place: bigint): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]!.first <= place) low = middle + 1
    else high = middle
  }
  return low - 1
}

function readRange(text: string): Range | null {
  const [, address, bits, country] = /^([0-9a-fA-F.:]+)\/([0-9]{1,3})[\s,;]+([A-Z]{2})$/.exec(text) ?? []
  const first = address === undefined ? null : numberOf(address)
  if (first === null) return null
  const rest = BigInt((isIP(address!) === 4 ? 32 : 128) - Number(bits))
  if (rest < 0n) return null
  const start = (first >> rest) << rest
  return { first: start, last: start + (1n << rest) - 1n, country: country! }
}

/** IPv4 addresses stand where IPv6 maps them, so that both forms of one address are the same number. */
const mapped = 0xffff_0000_0000n

function numberOf(address: string): bigint | null {
  const bare = address.replace(/%.*$/, '')
  if (isIP(bare) === 4) return mapped + v4(bare)
  if (isIP(bare) !== 6) return null
  const [, head, dotted] = /^(.*:)([0-9.]+\.[0-9.]+)$/.exec(bare) ?? []
  const text =
    dotted === undefined ? bare : `${head}${(v4(dotted) >> 16n).toString(16)}:${(v4(dotted) & 0xffffn).toString(16)}`
  const [left, right] = text.split('::').map((half) => half.split(':').filter(Boolean)) as [string[], string[]?]
  const gap = right ? Array<string>(8 - left.length - right.length).fill('0') : []
  return [...left, ...gap, ...(right ?? [])].reduce((sum, part) => (sum << 16n) + BigInt(`0x${part}`), 0n)
}

function v4(address: string): bigint {
  return address.split('.').reduce((sum, part) => (sum << 8n) + BigInt(part), 0n)
}
