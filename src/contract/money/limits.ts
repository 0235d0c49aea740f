import * as z from 'zod/mini'
import { limitSpans } from '#core/rules/money/deposit-limit'
import { endpoint } from '../endpoint.ts'
import { Amount, Instant } from '../wire.ts'

const Span = z.enum(limitSpans, 'kind_unknown')

/** A limit on top-ups within the last 24 hours, 7 days or 30 days. */
const Limit = z.strictObject({
  span: Span,
  /** Null where there is none. */
  amount: z.nullable(Amount),
  /** Asked for or credited within the span; withdrawals do not lessen it. */
  paidIn: Amount,
  /** How much of that is yet to be decided. */
  awaited: Amount,
  left: z.nullable(Amount),
  /** An increase that was asked for: to be confirmed within seven days from then on, or forgotten by asking for a lower one. */
  pending: z.nullable(z.strictObject({ amount: z.nullable(Amount), confirmableFrom: Instant })),
})

export const listDepositLimits = endpoint({
  method: 'GET',
  path: '/deposit-limits',
  summary: 'The player’s own deposit limits and what is left of them',
  who: 'player',
  input: z.strictObject({}),
  output: z.strictObject({ items: z.array(Limit) }),
  refuses: [],
  limit: 'read',
})

export const setDepositLimit = endpoint({
  method: 'PUT',
  path: '/deposit-limits',
  summary: 'Set, lower, raise or lift a deposit limit; lowering is at once, the rest after a day and a confirmation',
  who: 'player',
  input: z.strictObject({ span: Span, amount: z.nullable(Amount) }),
  output: z.strictObject({ confirmableFrom: z.nullable(Instant) }),
  refuses: ['kind_unknown', 'amount_missing', 'amount_abnormal'],
  limit: 'write',
})

export const confirmDepositLimit = endpoint({
  method: 'POST',
  path: '/deposit-limits/confirm',
  summary: 'Confirm an increase that was asked for a day ago or more',
  who: 'player',
  fresh: true,
  input: z.strictObject({ span: Span }),
  output: z.strictObject({}),
  refuses: ['kind_unknown', 'limit_waiting', 'limit_not_asked'],
  limit: 'write',
})
