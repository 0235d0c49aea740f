import * as z from 'zod/mini'
import { depositCurrencies, depositReasons } from '#core/rules/money/deposit'
import { networks } from '#core/rules/money/wallet'
import { endpoint } from '../endpoint.ts'
import { Amount, Instant, pageInput, pageOf } from '../wire.ts'
import { Reference, Status, Steps } from './fields.ts'

/** A card of the house's that customer service gave to this player; no other source of cards exists. */
const GivenCard = z.strictObject({
  receivingId: z.uuid(),
  bankName: z.string(),
  bankAddress: z.string(),
  cardNumber: z.string(),
  routing: z.string(),
  cardholder: z.string(),
  givenAt: Instant,
  validUntil: Instant,
})

export const depositOptions = endpoint({
  method: 'GET',
  path: '/deposits/options',
  summary: 'How to top up now: the addresses in use, the card that customer service gave, the minimum',
  who: 'player',
  input: z.strictObject({}),
  output: z.strictObject({
    minimum: Amount,
    /** What the player's own limits still allow; null without one. Less than the minimum: none can be sent now. Not told before the update. */
    room: z.optional(z.nullable(Amount)),
    /** One per network that is in use. */
    usdt: z.array(
      z.strictObject({
        receivingId: z.uuid(),
        network: z.enum(networks),
        address: z.string(),
        /** What the QR code says. */
        qr: z.string(),
        since: Instant,
      }),
    ),
    /** Null until customer service gave one, and again when it is no longer valid: ask there for the current card. */
    card: z.nullable(GivenCard),
    /** Why a top-up would be refused, if it would: shown before somebody sends money. A page from before an update knows no other. */
    blockedBy: z.nullable(
      z.enum([
        'certification_required',
        'account_abnormal',
        'account_frozen',
        'account_restricted',
        'deposits_too_many',
        'transactions_restricted',
        'player_excluded',
      ]),
    ),
  }),
  refuses: [],
  limit: 'read',
})

export const requestDeposit = endpoint({
  method: 'POST',
  path: '/deposits',
  summary: 'Say that money was sent, with the voucher; the key becomes the top-up’s id',
  who: 'player',
  fresh: true,
  input: z.strictObject({
    /** Where it was sent, from `deposits.options`. */
    receivingId: z.uuid('receiving_unknown'),
    amount: Amount,
    reference: Reference,
    /** A picture uploaded with the purpose `voucher`. */
    voucherId: z.uuid('picture_unknown'),
  }),
  output: z.strictObject({ id: z.uuid(), status: Status }),
  /** `repeat_submission` names in `field` what was used before: `voucherId` or `reference`. */
  refuses: [
    'amount_missing',
    'amount_abnormal',
    'amount_too_small',
    'reference_malformed',
    'receiving_unknown',
    'picture_unknown',
    'player_excluded',
    'repeat_submission',
    'deposits_too_many',
    'deposit_limit_reached',
    'payment_claimed',
    'transactions_restricted',
    'certification_required',
    'account_abnormal',
    'account_frozen',
    'account_restricted',
  ],
  limit: 'write',
  once: true,
})

const deposit = {
  id: z.uuid(),
  currency: z.enum(depositCurrencies),
  network: z.nullable(z.enum(networks)),
  /** What the player said was sent. */
  amount: Amount,
  /** What arrived and was credited, once passed; it may differ from `amount`. */
  actual: z.nullable(Amount),
  status: Status,
  createdAt: Instant,
  decidedAt: z.nullable(Instant),
  /** The money was taken back by the sender’s side, and from the balance. */
  reversedAt: z.nullable(Instant),
}

export const listDeposits = endpoint({
  method: 'GET',
  path: '/deposits',
  summary: 'The player’s top-ups, newest first; of one status, where one is named',
  who: 'player',
  input: z.strictObject({ ...pageInput, status: z.optional(Status) }),
  output: pageOf(z.strictObject(deposit)),
  refuses: [],
  limit: 'read',
})

export const viewDeposit = endpoint({
  method: 'GET',
  path: '/deposits/:id',
  summary: 'One of the player’s top-ups, with its steps in time',
  who: 'player',
  input: z.strictObject({ id: z.uuid('deposit_unknown') }),
  output: z.strictObject({
    ...deposit,
    reference: z.string(),
    voucherId: z.uuid(),
    /** Where it was sent: an address, or the last four digits of a card. */
    sentTo: z.string(),
    /** The code has its sentence in every language under `deposit_reason`, the text is the reviewer’s. */
    reason: z.nullable(z.strictObject({ code: z.enum(depositReasons), text: z.nullable(z.string()) })),
    steps: Steps,
  }),
  refuses: ['deposit_unknown'],
  limit: 'read',
})
