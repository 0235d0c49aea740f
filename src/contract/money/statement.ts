import * as z from 'zod/mini'
import { playerAccounts, transferKinds } from '#core/ledger/postings'
import { endpoint } from '../endpoint.ts'
import { Amount, FilePart, Instant, SignedAmount, pageInput, pageOf } from '../wire.ts'

const filter = {
  kind: z.optional(z.enum(transferKinds, 'kind_unknown')),
  account: z.optional(z.enum(playerAccounts, 'kind_unknown')),
  /** From this instant on, and before that one. */
  from: z.optional(Instant),
  until: z.optional(Instant),
}

export const listStatement = endpoint({
  method: 'GET',
  path: '/statement',
  summary: 'Every movement of the player’s balance, newest first, with what was there before and after',
  who: 'player',
  input: z.strictObject({ ...pageInput, ...filter }),
  output: pageOf(
    z.strictObject({
      id: z.string(),
      /** Its name in every language is under `movement`. */
      kind: z.enum(transferKinds),
      account: z.enum(playerAccounts),
      amount: SignedAmount,
      before: Amount,
      after: Amount,
      at: Instant,
    }),
  ),
  refuses: ['kind_unknown'],
  limit: 'read',
})

export const summariseStatement = endpoint({
  method: 'GET',
  path: '/statement/summary',
  summary: 'What came in and went out since the account was opened',
  who: 'player',
  input: z.strictObject({}),
  output: z.strictObject({
    since: Instant,
    available: Amount,
    held: Amount,
    /** Set aside for what repeat orders are still to stake. */
    repeatOrders: Amount,
    /** Top-ups credited, less those taken back. */
    deposited: SignedAmount,
    /** Top-ups asked for and not yet decided; the deposit limits count them already. */
    awaited: Amount,
    /** Withdrawals passed, fee included. */
    withdrawn: Amount,
    netDeposits: SignedAmount,
  }),
  refuses: [],
  limit: 'read',
})

export const exportStatement = endpoint({
  method: 'GET',
  path: '/statement/export',
  summary: 'The same movements as CSV, oldest first, at most a year, in parts to be joined',
  who: 'player',
  fresh: true,
  input: z.strictObject({ ...pageInput, ...filter }),
  /** To be offered as a file of that name by the page. */
  output: FilePart,
  refuses: ['kind_unknown', 'range_too_long'],
  limit: 'read',
})
