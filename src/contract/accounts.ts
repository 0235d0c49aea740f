import * as z from 'zod/mini'
import { passwordLengthMax, passwordLengthMin } from '#core/rules/password'
import { endpoint } from './endpoint.ts'
import { Amount, Instant } from './wire.ts'

const Account = z
  .string('account_missing')
  .check(z.minLength(1, 'account_missing'), z.regex(/^[A-Za-z0-9_]{3,20}$/, 'account_malformed'))

const Email = z
  .string('email_missing')
  .check(z.minLength(1, 'email_missing'), z.maxLength(254, 'email_malformed'), z.email('email_malformed'))

const NewPassword = z
  .string('password_missing')
  .check(
    z.minLength(1, 'password_missing'),
    z.minLength(passwordLengthMin, 'password_short'),
    z.maxLength(passwordLengthMax, 'password_long'),
  )

/** What a sign-in sends is compared, not judged: only its presence and a sane length are asked for. */
const GivenPassword = z
  .string('password_missing')
  .check(z.minLength(1, 'password_missing'), z.maxLength(passwordLengthMax, 'password_long'))

const GivenAccount = z
  .string('account_missing')
  .check(z.minLength(1, 'account_missing'), z.maxLength(254, 'account_malformed'))

export const register = endpoint({
  method: 'POST',
  path: '/accounts',
  summary: 'Register a player by invitation',
  who: 'anyone',
  input: z
    .strictObject({
      account: Account,
      email: Email,
      password: NewPassword,
      repeat: z.string('passwords_differ'),
      invitationCode: z
        .string('invitation_missing')
        .check(z.minLength(1, 'invitation_missing'), z.maxLength(40, 'invitation_invalid')),
      isOver18: z.literal(true, 'age_unconfirmed'),
    })
    .check(z.refine((form) => form.password === form.repeat, { path: ['repeat'], error: 'passwords_differ' })),
  output: z.strictObject({ account: z.string() }),
  refuses: [
    'account_missing',
    'account_malformed',
    'email_missing',
    'email_malformed',
    'password_missing',
    'password_short',
    'password_long',
    'passwords_differ',
    'invitation_missing',
    'invitation_invalid',
    'age_unconfirmed',
    'identity_taken',
  ],
  limit: 'register',
  once: true,
})

export const signInInput = z.strictObject({ account: GivenAccount, password: GivenPassword })

export const signIn = endpoint({
  method: 'POST',
  path: '/session',
  summary: 'Log in with account or e-mail address',
  who: 'anyone',
  input: signInInput,
  output: z.strictObject({ account: z.string() }),
  refuses: [
    'account_missing',
    'account_malformed',
    'password_missing',
    'password_long',
    'login_password_wrong',
    'account_abnormal',
  ],
  limit: 'sign-in',
})

export const signOut = endpoint({
  method: 'DELETE',
  path: '/session',
  summary: 'Log out: the session ends here and on the server',
  who: 'player',
  input: z.strictObject({}),
  output: z.strictObject({}),
  refuses: [],
  limit: 'write',
})

export const me = endpoint({
  method: 'GET',
  path: '/me',
  summary: 'The signed-in player',
  who: 'player',
  input: z.strictObject({}),
  output: z.strictObject({
    id: z.uuid(),
    sessionId: z.uuid(),
    account: z.string(),
    nickname: z.string(),
    email: z.string(),
    balance: Amount,
    createdAt: Instant,
  }),
  refuses: [],
  limit: 'read',
})
