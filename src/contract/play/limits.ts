import * as z from 'zod/mini'
import { limitSpans } from '#core/rules/money/deposit-limit'
import { playLimitKinds } from '#core/rules/play/limits'
import { endpoint } from '../endpoint.ts'
import { Amount, Instant, SignedAmount } from '../wire.ts'

const Kind = z.enum(playLimitKinds, 'kind_unknown')
const Span = z.enum(limitSpans, 'kind_unknown')

/** A limit on what is staked, or lost, within the last 24 hours, 7 days or 30 days. */
const PlayLimit = z.strictObject({
  kind: Kind,
  span: Span,
  /** Null where there is none. */
  amount: z.nullable(Amount),
  /** Staked, or lost, within the span; negative where more was won than staked. Stakes not yet drawn count. */
  used: SignedAmount,
  /** What may still be staked or lost; what is held for repeat orders is no longer in it. */
  left: z.nullable(Amount),
  /** An increase that was asked for: to be confirmed within seven days from then on, or forgotten by asking for a lower one. */
  pending: z.nullable(z.strictObject({ amount: z.nullable(Amount), confirmableFrom: Instant })),
})

export const listPlayLimits = endpoint({
  method: 'GET',
  path: '/play-limits',
  summary: 'The player’s own limits on stakes and losses and what is left of them',
  who: 'player',
  input: z.strictObject({}),
  output: z.strictObject({ items: z.array(PlayLimit) }),
  refuses: [],
  limit: 'read',
})

export const setPlayLimit = endpoint({
  method: 'PUT',
  path: '/play-limits',
  summary:
    'Set, lower, raise or lift a limit on stakes or losses; lowering is at once, the rest after a day and a confirmation',
  who: 'player',
  input: z.strictObject({ kind: Kind, span: Span, amount: z.nullable(Amount) }),
  output: z.strictObject({ confirmableFrom: z.nullable(Instant) }),
  refuses: ['kind_unknown', 'amount_missing', 'amount_abnormal'],
  limit: 'write',
})

export const confirmPlayLimit = endpoint({
  method: 'POST',
  path: '/play-limits/confirm',
  summary: 'Confirm an increase that was asked for a day ago or more',
  who: 'player',
  fresh: true,
  input: z.strictObject({ kind: Kind, span: Span }),
  output: z.strictObject({}),
  refuses: ['kind_unknown', 'limit_waiting', 'limit_not_asked'],
  limit: 'write',
})
