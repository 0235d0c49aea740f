import * as z from 'zod/mini'
import { signInInput } from './people/accounts.ts'
import { endpoint } from './endpoint.ts'
import { GivenPassword, NewPassword, Repeat, newPasswordRefusals, passwordAgain, repeated } from './people/fields.ts'
import { Enrolling, SecondFactorAsked } from './second-factor.ts'

export const operatorRoles = ['support', 'reviewer', 'finance', 'risk', 'admin', 'auditor'] as const

export type OperatorRole = (typeof operatorRoles)[number]

export const signInOperator = endpoint({
  method: 'POST',
  path: '/console/session',
  summary: 'Log in to the console',
  who: 'anyone',
  input: signInInput,
  output: z.discriminatedUnion('next', [Enrolling, SecondFactorAsked]),
  refuses: ['account_missing', 'account_malformed', 'password_missing', 'password_long', 'login_password_wrong'],
  limit: 'sign-in',
})

export const signOutOperator = endpoint({
  method: 'DELETE',
  path: '/console/session',
  summary: 'Log out of the console',
  who: 'operator',
  input: z.strictObject({}),
  output: z.strictObject({}),
  refuses: [],
  limit: 'write',
  whileEnrolling: true,
})

export const confirmOperator = endpoint({
  method: 'POST',
  path: '/console/session/confirm',
  summary: 'Give the password again, for calls that ask for it',
  who: 'operator',
  ...passwordAgain,
})

export const changeOperatorPassword = endpoint({
  method: 'PUT',
  path: '/console/me/password',
  summary: 'Change one’s own password; other sessions end',
  who: 'operator',
  input: z.strictObject({ old: GivenPassword, password: NewPassword, repeat: Repeat }).check(repeated),
  output: z.strictObject({}),
  refuses: ['login_password_wrong', ...newPasswordRefusals],
  limit: 'sign-in',
})

export const operatorMe = endpoint({
  method: 'GET',
  path: '/console/me',
  summary: 'The signed-in operator',
  who: 'operator',
  input: z.strictObject({}),
  output: z.strictObject({
    account: z.string(),
    name: z.string(),
    role: z.enum(operatorRoles),
    /** The capabilities of the role: what the console offers. The server asks its own table at every call. */
    can: z.array(z.string()),
  }),
  refuses: [],
  limit: 'read',
})
