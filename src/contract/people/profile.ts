import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import {
  Code,
  Contact,
  Country,
  Email,
  GivenPassword,
  NewPassword,
  Nickname,
  Phone,
  Repeat,
  newPasswordRefusals,
  repeated,
} from './fields.ts'
import { locales } from '../locales.ts'

/**
 * What a frozen account shows of itself stays as it is while it is looked at, its language aside. Whoever receives the codes can get in, so
 * it can neither change its addresses nor be closed, which would free them.
 */
const stateRefusals = ['account_abnormal', 'account_frozen', 'account_restricted'] as const

export const editProfile = endpoint({
  method: 'PATCH',
  path: '/me',
  summary: 'Change nickname, contact details, language or picture',
  who: 'player',
  input: z.strictObject({
    nickname: z.optional(Nickname),
    contact: z.optional(Contact),
    language: z.optional(z.enum(locales)),
    /** A picture uploaded for this purpose, or null for none; the former one is forgotten. */
    avatarId: z.optional(z.nullable(z.uuid('picture_unknown'))),
  }),
  output: z.strictObject({}),
  refuses: [
    'nickname_missing',
    'nickname_long',
    'contact_missing',
    'contact_long',
    'picture_unknown',
    ...stateRefusals,
  ],
  limit: 'write',
})

export const askChange = endpoint({
  method: 'POST',
  path: '/me/changes',
  summary: 'Ask to change the e-mail address or the phone number; a code confirms it',
  who: 'player',
  fresh: true,
  input: z.discriminatedUnion('field', [
    z.strictObject({ field: z.literal('email'), email: Email }),
    z.strictObject({ field: z.literal('phone'), country: Country, phone: Phone }),
  ]),
  output: z.strictObject({ requestId: z.uuid() }),
  refuses: [
    'email_missing',
    'email_malformed',
    'phone_missing',
    'phone_malformed',
    'identity_taken',
    'email_not_sent',
    ...stateRefusals,
  ],
  limit: 'write',
})

export const confirmChange = endpoint({
  method: 'POST',
  path: '/me/changes/confirm',
  summary: 'Confirm the change with the code',
  who: 'player',
  input: z.strictObject({ requestId: z.uuid(), code: Code }),
  output: z.strictObject({}),
  refuses: ['code_missing', 'code_invalid', 'identity_taken', ...stateRefusals],
  limit: 'write',
})

export const changeLoginPassword = endpoint({
  method: 'PUT',
  path: '/me/login-password',
  summary: 'Change the login password; other sessions end',
  who: 'player',
  input: z.strictObject({ old: GivenPassword, password: NewPassword, repeat: Repeat }).check(repeated),
  output: z.strictObject({}),
  refuses: ['login_password_wrong', ...newPasswordRefusals],
  limit: 'sign-in',
})

export const setPaymentPassword = endpoint({
  method: 'PUT',
  path: '/me/payment-password',
  summary: 'Set the payment password, or change it with the old one',
  who: 'player',
  fresh: true,
  input: z.strictObject({ old: z.optional(GivenPassword), password: NewPassword, repeat: Repeat }).check(repeated),
  output: z.strictObject({}),
  refuses: ['old_payment_password_wrong', 'payment_locked', ...newPasswordRefusals],
  limit: 'sign-in',
})

export const exportMe = endpoint({
  method: 'GET',
  path: '/me/export',
  summary:
    'What is kept about the player: the newest 20,000 movements of the statement, and the newest 1,000 rows of every other list',
  who: 'player',
  fresh: true,
  input: z.strictObject({}),
  output: z.record(z.string(), z.unknown()),
  refuses: [],
  limit: 'write',
})

export const closeAccount = endpoint({
  method: 'POST',
  path: '/me/close',
  summary: 'Close the account for good; what the law asks for is kept, the rest erased',
  who: 'player',
  fresh: true,
  input: z.strictObject({ password: GivenPassword }),
  output: z.strictObject({}),
  refuses: [
    'password_missing',
    'password_long',
    'login_password_wrong',
    'money_stopped',
    'withdrawal_needs_support',
    'balance_remains',
    'bets_remain',
    'requests_remain',
    ...stateRefusals,
  ],
  limit: 'sign-in',
})
