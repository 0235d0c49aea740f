/** Where a withdrawal can go. */
export const walletKinds = ['digital', 'bank'] as const

export type WalletKind = (typeof walletKinds)[number]

export const networks = ['TRC20', 'ERC20'] as const

export type Network = (typeof networks)[number]

/** Somebody with more destinations than this is not one person with a few accounts. */
export const walletsMost = 10

export function plainCardNumber(text: string): string {
  return text.normalize('NFKC').replace(/[ -]/g, '')
}

/** The parts of a name without what people and banks write differently: case, accents, punctuation. */
function partsOf(name: string): string[] {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/đ/g, 'd')
    .replace(/ł/g, 'l')
    .replace(/ø/g, 'o')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/**
 * Whether two names are one person's: the same parts in whatever order, or the same letters however they are parted.
 */
export function isSameName(one: string, other: string): boolean {
  const [a, b] = [partsOf(one), partsOf(other)]
  return a.toSorted().join(' ') === b.toSorted().join(' ') || a.join('') === b.join('')
}
