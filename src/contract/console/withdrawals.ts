import * as z from 'zod/mini'
import { networks, walletKinds } from '#core/rules/money/wallet'
import { withdrawalFlags, withdrawalReasons } from '#core/rules/money/withdrawal'
import { endpoint } from '../endpoint.ts'
import { Reason, Reference, Status, Steps } from '../money/fields.ts'
import { Amount, Instant, SignedAmount, pageInput, pageOf } from '../wire.ts'

const byId = z.strictObject({ id: z.uuid('withdrawal_unknown') })
const reviewRefusals = ['withdrawal_unknown', 'review_taken', 'review_not_taken', 'already_decided'] as const

export const queueWithdrawals = endpoint({
  method: 'GET',
  path: '/console/withdrawals',
  summary: 'Withdrawals of one status, oldest first; without a status, those still to be decided',
  who: 'operator',
  can: 'withdrawals.review',
  input: z.strictObject({ ...pageInput, status: z.optional(Status) }),
  output: pageOf(
    z.strictObject({
      id: z.uuid(),
      account: z.string(),
      walletKind: z.enum(walletKinds),
      amount: Amount,
      actual: Amount,
      needsTwo: z.boolean(),
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

const about = {
  /** The case that somebody must look at before it can be paid, and until when it waits at the longest. */
  hold: z.nullable(z.strictObject({ caseId: z.uuid(), number: z.string(), until: Instant })),
  id: z.uuid(),
  playerId: z.uuid(),
  account: z.string(),
  /** As certified. */
  legalName: z.nullable(z.string()),
  amount: Amount,
  fee: Amount,
  actual: Amount,
  wallet: z.strictObject({
    kind: z.enum(walletKinds),
    network: z.nullable(z.enum(networks)),
    address: z.nullable(z.string()),
    bankName: z.nullable(z.string()),
    bankAddress: z.nullable(z.string()),
    /** In full: this is where the money is sent. */
    cardNumber: z.nullable(z.string()),
    cardPhone: z.nullable(z.string()),
    routing: z.nullable(z.string()),
    cardholder: z.nullable(z.string()),
    contact: z.nullable(z.string()),
    createdAt: Instant,
  }),
  flags: z.array(z.enum(withdrawalFlags)),
  /** Other accounts that have or had the same wallet. */
  sharedWith: z.array(z.string()),
  /** Since the account was opened. */
  deposited: SignedAmount,
  withdrawn: Amount,
  staked: Amount,
  needsTwo: z.boolean(),
  agreedBy: z.nullable(z.string()),
  steps: Steps,
}

export const viewWithdrawalAsOperator = endpoint({
  method: 'GET',
  path: '/console/withdrawals/:id',
  summary: 'One withdrawal, also one that is decided, and where it is to go; looking takes it from nobody',
  who: 'operator',
  can: 'withdrawals.review',
  input: byId,
  /** Who has taken it and until when; null once that lease has run out. */
  output: z.strictObject({
    ...about,
    takenBy: z.nullable(z.string()),
    takenUntil: z.nullable(Instant),
    status: Status,
    decided: z.nullable(
      z.strictObject({
        by: z.string(),
        at: Instant,
        /** How it was paid, or why it was rejected. */
        payoutReference: z.nullable(z.string()),
        reason: z.nullable(z.enum(withdrawalReasons)),
        text: z.nullable(z.string()),
      }),
    ),
  }),
  refuses: ['withdrawal_unknown'],
  limit: 'read',
})

export const takeWithdrawal = endpoint({
  method: 'POST',
  path: '/console/withdrawals/:id/take',
  summary: 'Take a withdrawal in hand for ten minutes and see where it goes; again, to have ten more',
  who: 'operator',
  can: 'withdrawals.review',
  input: byId,
  output: z.strictObject({ ...about, takenUntil: Instant }),
  refuses: ['withdrawal_unknown', 'review_taken', 'already_decided'],
  limit: 'write',
})

export const releaseWithdrawal = endpoint({
  method: 'POST',
  path: '/console/withdrawals/:id/release',
  summary: 'Give a withdrawal in hand back, for a colleague to take',
  who: 'operator',
  can: 'withdrawals.review',
  input: byId,
  output: z.strictObject({}),
  refuses: reviewRefusals,
  limit: 'write',
})

export const agreeWithdrawal = endpoint({
  method: 'POST',
  path: '/console/withdrawals/:id/agree',
  summary: 'Be the first of two people to pass a withdrawal; it is free to be taken by the second then',
  who: 'operator',
  can: 'withdrawals.review',
  input: byId,
  output: z.strictObject({ status: Status }),
  refuses: [...reviewRefusals, 'same_person', 'withdrawal_on_hold'],
  limit: 'write',
})

export const passWithdrawal = endpoint({
  method: 'POST',
  path: '/console/withdrawals/:id/pass',
  summary: 'Say that it was paid out, with the payout’s reference',
  who: 'operator',
  can: 'withdrawals.pass',
  input: z.strictObject({ id: z.uuid('withdrawal_unknown'), payoutReference: Reference }),
  output: z.strictObject({ status: Status }),
  refuses: [
    ...reviewRefusals,
    'reference_malformed',
    'withdrawal_on_hold',
    'second_person_needed',
    'same_person',
    'confirm_again',
    'money_stopped',
  ],
  limit: 'write',
})

export const rejectWithdrawal = endpoint({
  method: 'POST',
  path: '/console/withdrawals/:id/reject',
  summary: 'Reject a withdrawal with a reason and a text that the player is told; the money is back at once',
  who: 'operator',
  can: 'withdrawals.review',
  input: z.strictObject({
    id: z.uuid('withdrawal_unknown'),
    reason: z.enum(withdrawalReasons, 'reason_missing'),
    text: Reason,
  }),
  output: z.strictObject({ status: Status }),
  refuses: [...reviewRefusals, 'reason_missing', 'destination_in_text', 'money_stopped'],
  limit: 'write',
})
