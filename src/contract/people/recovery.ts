import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Captcha } from './captcha.ts'
import { Code, GivenAccount, NewPassword, Repeat, newPasswordRefusals, repeated } from './fields.ts'

export const askRecovery = endpoint({
  method: 'POST',
  path: '/recovery',
  summary: 'Send a code to the e-mail address of an account whose login password was forgotten',
  who: 'anyone',
  input: z.strictObject({ account: GivenAccount, captcha: Captcha }),
  output: z.strictObject({ requestId: z.uuid() }),
  refuses: ['account_missing', 'account_malformed', 'email_not_sent', 'captcha_required', 'captcha_invalid'],
  limit: 'sign-in',
})

export const recover = endpoint({
  method: 'POST',
  path: '/recovery/confirm',
  summary: 'Set a new login password with the code; the payment password stays as it is',
  who: 'anyone',
  input: z.strictObject({ requestId: z.uuid(), code: Code, password: NewPassword, repeat: Repeat }).check(repeated),
  output: z.strictObject({}),
  refuses: ['code_missing', 'code_invalid', ...newPasswordRefusals],
  limit: 'sign-in',
})

export const demoMail = endpoint({
  method: 'GET',
  path: '/demo/mails/:requestId',
  summary:
    'Read the mail with the code that this browser asked for; null where there is none, or where it is not theirs',
  who: 'anyone',
  knowsPlayers: true,
  input: z.strictObject({ requestId: z.uuid() }),
  output: z.strictObject({ mail: z.nullable(z.strictObject({ subject: z.string(), body: z.string() })) }),
  refuses: [],
  limit: 'read',
})
