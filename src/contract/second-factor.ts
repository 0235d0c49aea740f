import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { GivenAccount } from './people/fields.ts'
import { atMost, storable } from './wire.ts'

/** Binary values of the browser's passkey interface, in the form its own JSON has. */
const Base64Url = z.string().check(atMost(16_384), z.regex(/^[A-Za-z0-9_-]+$/))

export const Ticket = z.string('ticket_expired').check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'ticket_expired'))

/** Six digits of an authenticator app. */
export const TotpCode = z
  .string('code_missing')
  .check(z.minLength(1, 'code_missing'), z.regex(/^[0-9]{6}$/, 'second_factor_wrong'))

const RecoveryCode = z
  .string('code_missing')
  .check(atMost(40, 'second_factor_wrong'), storable, z.minLength(1, 'code_missing'))

const credential = { id: Base64Url, rawId: Base64Url, type: z.literal('public-key') }

/** What `PublicKeyCredential.toJSON()` gives after `navigator.credentials.get`; fields we do not need are dropped. */
const Assertion = z.object({
  ...credential,
  response: z.object({ clientDataJSON: Base64Url, authenticatorData: Base64Url, signature: Base64Url }),
})

/** The same after `navigator.credentials.create`. */
export const NewCredential = z.object({
  ...credential,
  response: z.object({ clientDataJSON: Base64Url, attestationObject: Base64Url }),
})

const CredentialName = z.strictObject({ type: z.literal('public-key'), id: z.string() })

/** For `PublicKeyCredential.parseRequestOptionsFromJSON`. */
const PasskeyRequest = z.strictObject({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.enum(['preferred', 'required']),
  allowCredentials: z.array(CredentialName),
})

/** For `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const PasskeyCreation = z.strictObject({
  challenge: z.string(),
  rp: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.strictObject({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal('discouraged'),
    userVerification: z.literal('preferred'),
  }),
  excludeCredentials: z.array(CredentialName),
})

/** One answer to the question for a second factor. */
export const Proof = z.discriminatedUnion('way', [
  z.strictObject({ way: z.literal('totp'), code: TotpCode }),
  z.strictObject({ way: z.literal('recovery'), code: RecoveryCode }),
  z.strictObject({ way: z.literal('passkey'), assertion: Assertion }),
])

/** The answer that a typed code is: six digits come from an app, anything else from the list of recovery codes. */
export function proofOfCode(typed: string): z.output<typeof Proof> {
  const code = typed.replace(/\s/g, '')
  return /^[0-9]{6}$/.test(code) ? { way: 'totp', code } : { way: 'recovery', code }
}

/** What a right password gives instead of a session: how to go on, and with what. */
export const asked = {
  ticket: z.string(),
  ways: z.array(z.enum(['totp', 'passkey', 'recovery'])),
  /** What to hand to the browser where a passkey is among the ways. */
  passkey: z.nullable(PasskeyRequest),
}
export const SecondFactorAsked = z.strictObject({ next: z.literal('second_factor'), ...asked })

export const Entered = z.strictObject({ next: z.literal('done'), account: z.string() })

/** An operator without a second factor enters to set one up, and can do nothing else. */
export const Enrolling = z.strictObject({ next: z.literal('enrol'), account: z.string() })

/** Players and operators finish logging in the same way. */
const finishSignIn = {
  who: 'anyone',
  input: z.strictObject({ ticket: Ticket, proof: Proof }),
  output: Entered,
  refuses: ['code_missing', 'second_factor_wrong', 'ticket_expired', 'account_abnormal', 'too_many_requests'],
  limit: 'sign-in',
} as const

export const secondFactor = endpoint({
  method: 'POST',
  path: '/session/second-factor',
  summary: 'Finish logging in with an authenticator code, a passkey or a recovery code',
  ...finishSignIn,
})

export const operatorSecondFactor = endpoint({
  method: 'POST',
  path: '/console/session/second-factor',
  summary: 'Finish logging in to the console with a second factor',
  ...finishSignIn,
})

export const askPasskeySignIn = endpoint({
  method: 'POST',
  path: '/console/session/passkey',
  summary: 'Ask for what a passkey must sign to log in to the console without a password',
  who: 'anyone',
  input: z.strictObject({ account: GivenAccount }),
  /** No passkey where browsers have none at this address: plain http beyond this machine. */
  output: z.strictObject({ ticket: z.string(), passkey: z.nullable(PasskeyRequest) }),
  refuses: ['account_missing', 'account_malformed'],
  limit: 'sign-in',
})

export const answerPasskeySignIn = endpoint({
  method: 'POST',
  path: '/console/session/passkey/answer',
  summary: 'Log in to the console with a passkey that asked its owner for a finger, a face or a PIN',
  who: 'anyone',
  input: z.strictObject({ ticket: Ticket, assertion: Assertion }),
  output: Entered,
  refuses: ['ticket_expired', 'second_factor_wrong'],
  limit: 'sign-in',
})
