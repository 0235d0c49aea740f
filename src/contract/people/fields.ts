import * as z from 'zod/mini'
import { countries } from '#core/rules/countries'
import { passwordLengthMax, passwordLengthMin, passwordProblem } from '#core/rules/password'
import { codeDigits } from '#core/rules/verification-code'
import { atMost, storable } from '../wire.ts'

/** Fields that several forms share. A message is the refusal that it stands for. */

/** Has a letter and no @, so that it is never a phone number or an e-mail address as well. */
export const Account = z
  .string('account_missing')
  .check(
    atMost(20, 'account_malformed'),
    z.minLength(1, 'account_missing'),
    z.minLength(3, 'account_malformed'),
    z.regex(/^[0-9_]*[A-Za-z][A-Za-z0-9_]*$/, 'account_malformed'),
  )

export const Email = z
  .string('email_missing')
  .check(atMost(254, 'email_malformed'), z.minLength(1, 'email_missing'), z.email('email_malformed'))

export const Nickname = z
  .string('nickname_missing')
  .check(z.trim(), atMost(30, 'nickname_long'), storable, z.minLength(1, 'nickname_missing'))

export const Contact = z
  .string('contact_missing')
  .check(z.trim(), atMost(200, 'contact_long'), storable, z.minLength(1, 'contact_missing'))

/** A country by its two letters. */
export const Country = z.enum(countries as [string, ...string[]], 'phone_malformed')

/** A number as people write it; the server reads it by the rules of its country. */
export const Phone = z
  .string('phone_missing')
  .check(z.minLength(1, 'phone_missing'), z.regex(/^\+?[0-9 ().-]{5,24}$/, 'phone_malformed'))

/** A password to be chosen. The shortest length is the specification's; the server may ask for more. */
export const NewPassword = z.string('password_missing').check(
  atMost(passwordLengthMax, 'password_long'),
  storable,
  z.minLength(1, 'password_missing'),
  z.minLength(passwordLengthMin, 'password_short'),
  z.refine((password) => passwordProblem(password) !== 'password_common', 'password_common'),
)

/** A password to be compared is not judged: only its presence and a sane length are asked for. */
export const GivenPassword = z
  .string('password_missing')
  .check(atMost(passwordLengthMax, 'password_long'), storable, z.minLength(1, 'password_missing'))

/** Whatever somebody may type to say who they are: account, e-mail address or phone number. */
export const GivenAccount = z
  .string('account_missing')
  .check(z.trim(), atMost(254, 'account_malformed'), storable, z.minLength(1, 'account_missing'))

export const Code = z
  .string('code_missing')
  .check(z.trim(), z.minLength(1, 'code_missing'), z.regex(new RegExp(`^[0-9]{${codeDigits}}$`), 'code_invalid'))

/**
 * Two entries of a new password must match. Compared whatever else is wrong, so that a form can tell as it is filled
 * in.
 */
export const repeated = z.refine<{ password: string; repeat: string }>((form) => form.password === form.repeat, {
  path: ['repeat'],
  error: 'passwords_differ',
  when: ({ value }) => typeof value === 'object' && value !== null,
})

export const Repeat = z
  .string('repeat_missing')
  .check(atMost(passwordLengthMax, 'passwords_differ'), storable, z.minLength(1, 'repeat_missing'))

/** What the fields above may be refused with, for the lists of calls. */
export const newPasswordRefusals = [
  'password_missing',
  'password_short',
  'password_long',
  'password_common',
  'repeat_missing',
  'passwords_differ',
  'passwords_same',
] as const

/** What players and operators send to give their password again. */
export const passwordAgain = {
  input: z.strictObject({ password: GivenPassword }),
  output: z.strictObject({}),
  refuses: ['password_missing', 'password_long', 'login_password_wrong'],
  limit: 'sign-in',
} as const
