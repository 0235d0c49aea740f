import { asItLooks } from './look-alikes.ts'

/** Ways in: USDT on a network, or a card of the house's that support gave to the player. */
export const depositCurrencies = ['usdt', 'bank'] as const

export type DepositCurrency = (typeof depositCurrencies)[number]

/** The closed list of reasons to reject a top-up. */
export const depositReasons = [
  'not_arrived',
  'voucher_unreadable',
  'voucher_false',
  'duplicate',
  'sender_differs',
  'other',
] as const

export type DepositReason = (typeof depositReasons)[number]

/** A player waits for a decision before asking for ever more of them. */
export const openDepositsMost = 5

/**
 * What is compared: as it looks, without spaces, strokes and the case of letters, by which one payment could pose as
 * two.
 */
export function plainReference(currency: DepositCurrency, text: string): string {
  const plain = asItLooks(text)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
  return currency === 'usdt' ? plain.replace(/^0X/, '') : plain
}

/** A transaction of either network has 64 hexadecimal digits; a bank's number has whatever the bank likes. */
export function isReference(currency: DepositCurrency, text: string): boolean {
  const plain = plainReference(currency, text)
  return currency === 'usdt' ? /^[0-9A-F]{64}$/.test(plain) : plain.length >= 4
}

/** The longest that a card of the house's may be shown: cards rotate, and a forgotten one must end by itself. */
export const cardValidMostMs = 7 * 24 * 3_600_000
