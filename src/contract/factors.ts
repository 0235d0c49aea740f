import * as z from 'zod/mini'
import { signInInput } from './people/accounts.ts'
import { endpoint } from './endpoint.ts'
import { NewCredential, PasskeyCreation, Proof, Ticket, TotpCode, asked } from './second-factor.ts'
import { Instant, atMost, storable } from './wire.ts'

const Name = z.string().check(z.trim(), atMost(40), storable, z.minLength(1))

/** Shown once and never again; empty where the person already has codes. */
const recoveryCodes = { recoveryCodes: z.array(z.string()) }

/** Every change of factors needs a ticket and, where there is a factor already, a proof of it. */
const paid = { ticket: Ticket, proof: z.optional(Proof) }
const payRefuses = [
  'code_missing',
  'second_factor_required',
  'second_factor_wrong',
  'ticket_expired',
  'too_many_requests',
] as const

type Who = 'player' | 'operator'
type Base = '/factors' | '/console/factors'

function openingCalls<const W extends Who>(who: W, base: Base) {
  return {
    list: endpoint({
      method: 'GET',
      path: base,
      summary: 'The second factors in use',
      who,
      input: z.strictObject({}),
      output: z.strictObject({
        factors: z.array(
          z.strictObject({
            id: z.uuid(),
            kind: z.enum(['totp', 'passkey']),
            name: z.string(),
            addedAt: Instant,
            lastUsedAt: z.nullable(Instant),
          }),
        ),
        recoveryCodesLeft: z.int(),
      }),
      refuses: [],
      limit: 'read',
      whileEnrolling: true,
    }),
    ask: endpoint({
      method: 'POST',
      path: `${base}/ticket`,
      summary: 'Give the login password again and get a ticket for one change of factors',
      who,
      input: z.strictObject({ password: signInInput.shape.password }),
      output: z.strictObject(asked),
      refuses: ['password_missing', 'password_long', 'login_password_wrong'],
      limit: 'sign-in',
      whileEnrolling: true,
    }),
  }
}

function addingCalls<const W extends Who>(who: W, base: Base) {
  return {
    beginTotp: endpoint({
      method: 'POST',
      path: `${base}/totp`,
      summary: 'Begin to set up an authenticator app; its secret is shown this once',
      who,
      input: z.strictObject({ ...paid, name: Name }),
      output: z.strictObject({ id: z.uuid(), uri: z.string(), secret: z.string() }),
      refuses: payRefuses,
      limit: 'write',
      whileEnrolling: true,
    }),
    confirmTotp: endpoint({
      method: 'POST',
      path: `${base}/totp/confirm`,
      summary: 'Confirm an authenticator app with a code; it takes the place of a former one',
      who,
      input: z.strictObject({ id: z.uuid(), code: TotpCode }),
      output: z.strictObject(recoveryCodes),
      refuses: ['code_missing', 'second_factor_wrong', 'factor_unknown'],
      limit: 'sign-in',
      whileEnrolling: true,
    }),
    beginPasskey: endpoint({
      method: 'POST',
      path: `${base}/passkeys`,
      summary: 'Begin to add a passkey',
      who,
      input: z.strictObject({ ...paid, name: Name }),
      output: z.strictObject({ id: z.uuid(), options: PasskeyCreation }),
      refuses: [...payRefuses, 'factor_unknown'],
      limit: 'write',
      whileEnrolling: true,
    }),
    confirmPasskey: endpoint({
      method: 'POST',
      path: `${base}/passkeys/confirm`,
      summary: 'Confirm a passkey with what the browser made',
      who,
      input: z.strictObject({ id: z.uuid(), credential: NewCredential }),
      output: z.strictObject(recoveryCodes),
      refuses: ['second_factor_wrong', 'factor_unknown'],
      limit: 'sign-in',
      whileEnrolling: true,
    }),
  }
}

function changingCalls<const W extends Who>(who: W, base: Base) {
  return {
    remove: endpoint({
      method: 'DELETE',
      path: `${base}/:id`,
      summary: 'Remove a second factor',
      who,
      input: z.strictObject({ ...paid, id: z.uuid() }),
      output: z.strictObject({}),
      refuses: [...payRefuses, 'factor_unknown'],
      limit: 'write',
    }),
    renewRecoveryCodes: endpoint({
      method: 'POST',
      path: `${base}/recovery-codes`,
      summary: 'Get ten new recovery codes; the former ones are worth nothing from then on',
      who,
      input: z.strictObject(paid),
      output: z.strictObject(recoveryCodes),
      refuses: payRefuses,
      limit: 'write',
    }),
  }
}

/** The same calls for players and for operators, who differ in address alone. */
/* @__NO_SIDE_EFFECTS__ */
function factorCalls<const W extends Who>(who: W, base: Base) {
  return { ...openingCalls(who, base), ...addingCalls(who, base), ...changingCalls(who, base) }
}

export type FactorCalls<W extends Who> = ReturnType<typeof factorCalls<W>>

export const playerFactors = factorCalls('player', '/factors')
export const operatorFactors = factorCalls('operator', '/console/factors')
