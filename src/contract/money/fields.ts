import * as z from 'zod/mini'
import { reviewStatuses } from '#core/reviews/review'
import { Instant, atMost, storable } from '../wire.ts'

/** Fields that the money forms share. A message is the refusal that it stands for. */

/** The payment password, which authorises the one request that it comes with. */
export const PaymentPassword = z
  .string('payment_password_missing')
  .check(atMost(128, 'payment_password_wrong'), storable, z.minLength(1, 'payment_password_missing'))

/** What checking it may refuse with, for the lists of calls. */
export const paymentRefusals = [
  'payment_password_missing',
  'payment_password_wrong',
  'payment_password_unset',
  'payment_locked',
] as const

/** The number of a payment as the bank or the network shows it. Which form it must have depends on the way it took. */
export const Reference = z
  .string('reference_malformed')
  .check(z.trim(), atMost(100, 'reference_malformed'), z.regex(/^[^\p{C}]+$/u, 'reference_malformed'))

/** `waiting` is called "applying" where the case is a withdrawal. */
export const Status = z.enum(reviewStatuses)

/**
 * What happened to a case, in the order it happened; `agreed` is the first of two people, `reversed` comes after
 * `passed`.
 */
const reviewSteps = ['asked', 'taken', 'agreed', 'passed', 'rejected', 'reversed'] as const
export const Steps = z.array(z.strictObject({ step: z.enum(reviewSteps), at: Instant }))

export type ReviewStep = (typeof reviewSteps)[number]

/** Why an operator does something, for the log. */
export const Reason = z
  .string('reason_missing')
  .check(z.trim(), atMost(500), storable, z.minLength(5, 'reason_missing'))
