import { storedCents } from '#core/money/cents'
import { increaseWaitMs } from '#core/rules/money/deposit-limit'

/** The amount in force, and the last row that the player added; all null where there is none. */
export type LimitRow = {
  readonly amount: bigint | null
  readonly id: bigint | null
  readonly asked: bigint | null
  readonly asked_at: Date | null
  readonly confirmed_at: Date | null
}

/** A limit, and the increase that waits to be confirmed: the last row, unless it is in force itself. */
export function limitFrom({ amount, id, asked, asked_at: askedAt, confirmed_at: confirmedAt }: LimitRow) {
  const orNull = (cents: bigint | null) => (cents === null ? null : storedCents(cents))
  const pending =
    id === null || confirmedAt !== null
      ? null
      : { id, amount: orNull(asked), confirmableFrom: askedAt!.getTime() + increaseWaitMs }
  return { amount: orNull(amount), pending }
}
