import * as z from 'zod/mini'
import { Captcha } from './captcha.ts'
import { endpoint } from '../endpoint.ts'
import { Entered, SecondFactorAsked } from '../second-factor.ts'
import {
  Account,
  Country,
  Email,
  GivenAccount,
  GivenPassword,
  NewPassword,
  Nickname,
  Phone,
  Repeat,
  newPasswordRefusals,
  repeated,
} from './fields.ts'
import { atMost, storable } from '../wire.ts'

export const register = endpoint({
  method: 'POST',
  path: '/accounts',
  summary: 'Register a player by invitation',
  who: 'anyone',
  input: z
    .strictObject({
      account: Account,
      nickname: Nickname,
      email: Email,
      country: Country,
      phone: Phone,
      password: NewPassword,
      repeat: Repeat,
      /** May be left for later; the first action that needs it asks. */
      payment: z.optional(z.strictObject({ password: NewPassword, repeat: Repeat }).check(repeated)),
      invitationCode: z
        .string('invitation_missing')
        .check(atMost(40, 'invitation_invalid'), storable, z.minLength(1, 'invitation_missing')),
      isOver18: z.literal(true, 'age_unconfirmed'),
      captcha: Captcha,
    })
    .check(
      repeated,
      z.refine((form) => form.password !== form.payment?.password, {
        path: ['payment', 'password'],
        error: 'passwords_same',
        when: ({ value }) => typeof value === 'object' && value !== null,
      }),
    ),
  output: z.strictObject({ account: z.string() }),
  refuses: [
    'account_missing',
    'account_malformed',
    'email_missing',
    'email_malformed',
    'nickname_missing',
    'nickname_long',
    'phone_missing',
    'phone_malformed',
    ...newPasswordRefusals,
    'invitation_missing',
    'invitation_invalid',
    'age_unconfirmed',
    'country_not_served',
    'identity_taken',
    'captcha_required',
    'captcha_invalid',
  ],
  limit: 'register',
  once: true,
})

export const signInInput = z.strictObject({ account: GivenAccount, password: GivenPassword })

export const signIn = endpoint({
  method: 'POST',
  path: '/session',
  summary: 'Log in with account, e-mail address or phone number',
  who: 'anyone',
  input: z.extend(signInInput, { captcha: Captcha }),
  output: z.discriminatedUnion('next', [Entered, SecondFactorAsked]),
  refuses: [
    'account_missing',
    'account_malformed',
    'password_missing',
    'password_long',
    'login_password_wrong',
    'account_abnormal',
    'account_frozen',
    'account_restricted',
    'captcha_required',
    'captcha_invalid',
  ],
  limit: 'sign-in',
})
