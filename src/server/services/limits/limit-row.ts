import { storedCents } from '#core/money/cents'
import { increaseLastsMs, increaseWaitMs } from '#core/rules/money/deposit-limit'

/** The amount in force, and the last row that the player added; all null where there is none. */
export type LimitRow = {
  readonly amount: bigint | null
  readonly id: bigint | null
  readonly asked: bigint | null
  readonly asked_at: Date | null
  readonly confirmed_at: Date | null
}

/** A limit, and the increase that waits to be confirmed: the last row, unless it is in force itself or was asked for too long ago. */
export function limitFrom(row: LimitRow, nowMs: number) {
  const { amount, id, asked, asked_at: askedAt, confirmed_at: confirmedAt } = row
  const orNull = (cents: bigint | null) => (cents === null ? null : storedCents(cents))
  if (id === null || confirmedAt !== null) return { amount: orNull(amount), pending: null }
  const confirmableFrom = askedAt!.getTime() + increaseWaitMs
  const pending = nowMs < confirmableFrom + increaseLastsMs ? { id, amount: orNull(asked), confirmableFrom } : null
  return { amount: orNull(amount), pending }
}
