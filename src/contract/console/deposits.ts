import * as z from 'zod/mini'
import { depositCurrencies, depositReasons } from '#core/rules/money/deposit'
import { networks } from '#core/rules/money/wallet'
import { endpoint } from '../endpoint.ts'
import { Reason, Status, Steps } from '../money/fields.ts'
import { Amount, Instant, pageInput, pageOf } from '../wire.ts'

const byId = z.strictObject({ id: z.uuid('deposit_unknown') })
const reviewRefusals = ['deposit_unknown', 'review_taken', 'review_not_taken', 'already_decided'] as const

export const queueDeposits = endpoint({
  method: 'GET',
  path: '/console/deposits',
  summary: 'Top-ups of one status, oldest first; without a status, those still to be decided',
  who: 'operator',
  can: 'deposits.review',
  input: z.strictObject({ ...pageInput, status: z.optional(Status) }),
  output: pageOf(
    z.strictObject({
      id: z.uuid(),
      account: z.string(),
      currency: z.enum(depositCurrencies),
      amount: Amount,
      status: Status,
      takenBy: z.nullable(z.string()),
      /** The first of two people, where one has agreed. */
      agreedBy: z.nullable(z.string()),
      createdAt: Instant,
    }),
  ),
  refuses: [],
  limit: 'read',
})

/** Who has taken it and until when; null once that lease has run out. */
const lease = { takenBy: z.nullable(z.string()), takenUntil: z.nullable(Instant) }

const alike = z.array(
  z.strictObject({
    id: z.uuid(),
    account: z.string(),
    voucherId: z.uuid(),
    amount: Amount,
    status: Status,
    /** The share of pixels that differ, in hundredths of a percent. */
    differing: z.int(),
  }),
)

const about = {
  id: z.uuid(),
  playerId: z.uuid(),
  account: z.string(),
  legalName: z.nullable(z.string()),
  currency: z.enum(depositCurrencies),
  network: z.nullable(z.enum(networks)),
  sentTo: z.string(),
  /** The address or card it was sent to is no longer in use; it may have been when the player paid. */
  isSentToFormer: z.boolean(),
  amount: Amount,
  reference: z.string(),
  voucherId: z.uuid(),
  agreed: z.nullable(z.strictObject({ by: z.string(), received: Amount, at: Instant })),
  steps: Steps,
  /** Above the threshold two people decide: one agrees, another passes with the same amount. */
  needsTwo: z.boolean(),
  /** Other vouchers whose picture is nearly the same, the nearest first; to be looked at side by side. */
  alike,
}

export const viewDepositAsOperator = endpoint({
  method: 'GET',
  path: '/console/deposits/:id',
  summary: 'One top-up, also one that is decided, and whether it was taken back; looking takes it from nobody',
  who: 'operator',
  can: 'deposits.review',
  input: byId,
  output: z.strictObject({
    ...about,
    ...lease,
    status: Status,
    decided: z.nullable(
      z.strictObject({
        by: z.string(),
        at: Instant,
        /** What was credited, or why it was rejected. */
        received: z.nullable(Amount),
        reason: z.nullable(z.enum(depositReasons)),
        text: z.nullable(z.string()),
      }),
    ),
    /** Set where it was reversed; `shortfall` is what the player no longer had. */
    reversal: z.nullable(z.strictObject({ at: Instant, shortfall: Amount })),
    /** A reversal was proposed and waits for a second person. */
    isReversalProposed: z.boolean(),
  }),
  refuses: ['deposit_unknown'],
  limit: 'read',
})

export const takeDeposit = endpoint({
  method: 'POST',
  path: '/console/deposits/:id/take',
  summary: 'Take a top-up in hand for ten minutes and see what it says; again, to have ten more',
  who: 'operator',
  can: 'deposits.review',
  input: byId,
  output: z.strictObject({ ...about, takenUntil: Instant }),
  refuses: ['deposit_unknown', 'review_taken', 'already_decided'],
  limit: 'write',
})

export const releaseDeposit = endpoint({
  method: 'POST',
  path: '/console/deposits/:id/release',
  summary: 'Give a top-up in hand back, for a colleague to take',
  who: 'operator',
  can: 'deposits.review',
  input: byId,
  output: z.strictObject({}),
  refuses: reviewRefusals,
  limit: 'write',
})

export const agreeDeposit = endpoint({
  method: 'POST',
  path: '/console/deposits/:id/agree',
  summary:
    'Be the first of two people to pass a top-up, with the amount seen to have arrived; it is free to be taken then',
  who: 'operator',
  can: 'deposits.review',
  input: z.strictObject({ id: z.uuid('deposit_unknown'), received: Amount }),
  output: z.strictObject({ status: Status }),
  refuses: [...reviewRefusals, 'same_person', 'amount_missing', 'amount_abnormal'],
  limit: 'write',
})

export const passDeposit = endpoint({
  method: 'POST',
  path: '/console/deposits/:id/pass',
  summary: 'Credit the amount that arrived, which may differ from what was declared',
  who: 'operator',
  can: 'deposits.pass',
  input: z.strictObject({ id: z.uuid('deposit_unknown'), received: Amount }),
  output: z.strictObject({ status: Status }),
  refuses: [
    ...reviewRefusals,
    'amount_missing',
    'amount_abnormal',
    'second_person_needed',
    'same_person',
    'confirm_again',
    'amounts_differ',
    'money_stopped',
  ],
  limit: 'write',
})

export const rejectDeposit = endpoint({
  method: 'POST',
  path: '/console/deposits/:id/reject',
  summary: 'Reject a top-up with a reason that the player is told',
  who: 'operator',
  can: 'deposits.review',
  input: z
    .strictObject({
      id: z.uuid('deposit_unknown'),
      reason: z.enum(depositReasons, 'reason_missing'),
      /** Shown to the player as it is; needed where the reason is `other`. */
      text: z.optional(Reason),
    })
    .check(z.refine((form) => form.reason !== 'other' || !!form.text, { path: ['text'], error: 'reason_missing' })),
  output: z.strictObject({ status: Status }),
  refuses: [...reviewRefusals, 'reason_missing', 'destination_in_text'],
  limit: 'write',
})

export const proposeReversal = endpoint({
  method: 'POST',
  path: '/console/deposits/:id/reversal',
  summary: 'Propose to take back a top-up whose money was taken back outside; a second person carries it out',
  who: 'operator',
  can: 'deposits.reverse',
  input: z.strictObject({ id: z.uuid('deposit_unknown'), reason: Reason }),
  output: z.strictObject({ proposalId: z.uuid() }),
  refuses: ['deposit_unknown', 'deposit_not_passed', 'already_proposed', 'reason_missing'],
  limit: 'write',
})
