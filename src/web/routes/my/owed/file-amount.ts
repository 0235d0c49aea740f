import { type Cents, storedCents } from '#core/money/cents'

/** An amount of the file that players keep, which has whole cents as plain numbers for programs that know no other form. */
export const fileAmount = (amount: number): Cents => storedCents(BigInt(amount))
