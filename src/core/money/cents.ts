declare const unit: unique symbol

/** Money: a whole number of US cents. The brand keeps plain numbers and other bigints out. */
export type Cents = bigint & { readonly [unit]: 'cents' }

/** A rate in whole basis points: 200 is 2 %. */
export type Bps = number & { readonly [unit]: 'bps' }

export const zeroCents = 0n as Cents

/** Twelve digits before the point: far above any balance, far below what a bigint column holds. */
const amountPattern = /^(0|[1-9][0-9]{0,11})\.([0-9]{2})$/

/** Reads the wire form, exactly `digits.dd`; anything else, signs and exponents included, is null. */
export function parseCents(text: string): Cents | null {
  const parts = amountPattern.exec(text)
  return parts ? (BigInt(parts[1] + parts[2]!) as Cents) : null
}

/** Writes the wire form: `1050n` becomes `10.50`. */
export function formatCents(amount: Cents): string {
  const sign = amount < 0n ? '-' : ''
  const digits = (amount < 0n ? 0n - amount : amount).toString().padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** An amount as the database keeps it: its columns of cents are plain whole numbers. */
export function storedCents(column: bigint): Cents {
  return column as Cents
}

/** Adds amounts; the sum of none is zero. */
export function sumCents(amounts: Iterable<Cents>): Cents {
  let total = 0n
  for (const amount of amounts) total += amount
  return total as Cents
}

/** One amount less another; negative where more was taken. */
export function subtractCents(amount: Cents, taken: Cents): Cents {
  return (amount - taken) as Cents
}

/** The amount multiplied by a whole number. */
export function multiplyCents(amount: Cents, times: number): Cents {
  return (amount * BigInt(times)) as Cents
}

/** The amount shared among a whole number; what is left of a cent is dropped. */
export function divideCents(amount: Cents, among: number): Cents {
  return (amount / BigInt(among)) as Cents
}

/** Rounds up: a fraction of a cent is never given away, because nobody paid it in. */
export function feeCents(amount: Cents, rate: Bps): Cents {
  return ((amount * BigInt(rate) + 9_999n) / 10_000n) as Cents
}
