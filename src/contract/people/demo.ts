import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { operatorRoles } from '../ops.ts'
import { Entered } from '../second-factor.ts'

/**
 * The people of a demonstration. Their passwords are public: they are printed at the start and shown on the log-in pages.
 * With real money they are never created, and the calls below do not exist.
 */
export const demo = {
  player: { account: 'demo', password: 'demo-player', paymentPassword: 'demo-payment' },
  operatorPassword: 'demo-console',
  invitationCode: 'WELCOME',
} as const

export const enterAsDemoPlayer = endpoint({
  method: 'POST',
  path: '/demo/session',
  summary: 'Log in as the demo player, without a password; only in a demonstration that has one',
  who: 'anyone',
  input: z.strictObject({}),
  output: Entered,
  refuses: ['account_abnormal', 'account_frozen', 'account_restricted'],
  limit: 'sign-in',
})

export const enterAsDemoOperator = endpoint({
  method: 'POST',
  path: '/console/demo/session',
  summary: 'Log in to the console as a demo operator, without password and second factor; only in a demonstration',
  who: 'anyone',
  input: z.strictObject({ role: z.enum(operatorRoles) }),
  output: Entered,
  refuses: ['account_abnormal'],
  limit: 'sign-in',
})
