import * as z from 'zod/mini'
import { networks, walletKinds } from '#core/rules/money/wallet'
import { withdrawalReasons } from '#core/rules/money/withdrawal'
import { endpoint } from '../endpoint.ts'
import { Amount, Instant, pageInput, pageOf } from '../wire.ts'
import { PaymentPassword, Status, Steps, paymentRefusals } from './fields.ts'

export const withdrawalOptions = endpoint({
  method: 'GET',
  path: '/withdrawals/options',
  summary: 'What the player can withdraw now, at what fee, and how often still today',
  who: 'player',
  input: z.strictObject({}),
  output: z.strictObject({
    /** Whether anybody can ask for one at the moment. */
    isOpen: z.boolean(),
    /** The balance less what is owed for a top-up that was taken back; the whole balance where more is owed than that. */
    available: Amount,
    /** Owed for a top-up that was taken back: a withdrawal pays it from the balance first. Not told before the update. */
    owed: z.optional(Amount),
    /** Already asked for and not yet decided. */
    held: Amount,
    minimum: Amount,
    maximum: Amount,
    /** In hundredths of a percent, rounded up to the cent: `feeCents` in `core/money/cents` gives the same figure. */
    feeBps: z.int(),
    timesADay: z.int(),
    timesLeft: z.int(),
    /** When the times are counted anew. */
    countsAnewAt: Instant,
    /** After a password reset nothing goes out for a while. */
    pausedUntil: z.nullable(Instant),
    hasPaymentPassword: z.boolean(),
  }),
  refuses: [],
  limit: 'read',
})

export const requestWithdrawal = endpoint({
  method: 'POST',
  path: '/withdrawals',
  summary: 'Ask for a withdrawal; the money is held at once, and the key becomes the withdrawal’s id',
  who: 'player',
  fresh: true,
  input: z.strictObject({
    walletId: z
      .string('wallet_missing')
      .check(z.minLength(1, { error: 'wallet_missing', abort: true }), z.uuid('wallet_unknown')),
    amount: Amount,
    /** The fee that the player saw; with another one in force the request is refused. A page from before the update sends none. */
    feeBps: z.optional(z.int()),
    paymentPassword: PaymentPassword,
  }),
  output: z.strictObject({ id: z.uuid(), status: Status, amount: Amount, fee: Amount, actual: Amount }),
  refuses: [
    ...paymentRefusals,
    'amount_missing',
    'amount_abnormal',
    'amount_too_small',
    'amount_too_large',
    'fee_changed',
    'insufficient_balance',
    'money_stopped',
    'transactions_restricted',
    'wallet_missing',
    'wallet_unknown',
    'wallet_waiting',
    'withdrawals_used_up',
    'withdrawals_paused',
    'withdrawal_needs_support',
    'repeat_submission',
    'account_abnormal',
    'account_frozen',
    'account_restricted',
  ],
  limit: 'write',
  once: true,
})

const withdrawal = {
  id: z.uuid(),
  amount: Amount,
  fee: Amount,
  /** What arrives: amount less fee. */
  actual: Amount,
  /** `waiting` is shown as "applying". */
  status: Status,
  walletKind: z.enum(walletKinds),
  network: z.nullable(z.enum(networks)),
  /** The address, or the last four digits of the card. */
  sentTo: z.string(),
  createdAt: Instant,
  decidedAt: z.nullable(Instant),
  /** Until when at the latest it is checked before anybody may pay it; null where it waits for no such check. */
  checkedUntil: z.nullable(Instant),
}

export const listWithdrawals = endpoint({
  method: 'GET',
  path: '/withdrawals',
  summary: 'The player’s withdrawals, newest first; of one status, where one is named',
  who: 'player',
  input: z.strictObject({ ...pageInput, status: z.optional(Status) }),
  output: pageOf(z.strictObject(withdrawal)),
  refuses: [],
  limit: 'read',
})

export const viewWithdrawal = endpoint({
  method: 'GET',
  path: '/withdrawals/:id',
  summary: 'One of the player’s withdrawals, with its steps in time',
  who: 'player',
  input: z.strictObject({ id: z.uuid('withdrawal_unknown') }),
  output: z.strictObject({
    ...withdrawal,
    bankName: z.nullable(z.string()),
    /** The bank’s or the network’s number of the payout, once passed. */
    payoutReference: z.nullable(z.string()),
    /** The code has its sentence in every language under `withdrawal_reason`, the text is the reviewer’s. */
    reason: z.nullable(z.strictObject({ code: z.enum(withdrawalReasons), text: z.nullable(z.string()) })),
    steps: Steps,
  }),
  refuses: ['withdrawal_unknown'],
  limit: 'read',
})
