import type { Selectable } from 'kysely'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject } from '@simplewebauthn/server/helpers'
import type * as z from 'zod/mini'
import type { NewCredential, Proof } from '#contract/second-factor'
import type { Factor } from '../../world/members/tables.generated.ts'
import type { Person } from './person.ts'

type Assertion = Extract<z.output<typeof Proof>, { way: 'passkey' }>['assertion']
type Expected = { readonly challenge: string; readonly origin: string }
/** Whether the passkey must verify its owner by fingerprint, face or PIN. */
export type Verification = 'preferred' | 'required'

/** Ed25519, P-256 and RSA: together they cover security keys, phones and Windows. */
const algorithms = [-8, -7, -257]
const timeoutMs = 120_000

/** The relying party id that passkeys are bound to; null where browsers offer none: plain http outside localhost. */
export function relyingParty(origin: string): string | null {
  // Without a configured address the origin comes from the request, which may contain anything.
  if (!URL.canParse(origin)) return null
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' || hostname === 'localhost' ? hostname : null
}

const named = (credentialIds: readonly string[]) => credentialIds.map((id) => ({ type: 'public-key' as const, id }))

export function passkeyRequest(
  rpId: string,
  { challenge, credentialIds }: { challenge: string; credentialIds: readonly string[] },
) {
  return {
    challenge,
    rpId,
    timeout: timeoutMs,
    userVerification: 'preferred' as const,
    allowCredentials: named(credentialIds),
  }
}

export function passkeyCreation(
  rpId: string,
  challenge: string,
  { person, account, known }: { person: Person; account: string; known: readonly string[] },
) {
  return {
    challenge,
    rp: { id: rpId, name: 'Clearball' },
    user: { id: Buffer.from(person.id).toString('base64url'), name: account, displayName: account },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: timeoutMs,
    attestation: 'none' as const,
    // As a second factor, after the password, we name the key ourselves; it need not be discoverable.
    authenticatorSelection: { residentKey: 'discouraged' as const, userVerification: 'preferred' as const },
    excludeCredentials: named(known),
  }
}

/** The passkey's new counter if its answer is valid; otherwise null. */
export async function checkAssertion(
  passkey: Selectable<Factor>,
  assertion: Assertion,
  { challenge, origin, verification }: Expected & { readonly verification: Verification },
): Promise<bigint | null> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      credential: {
        id: passkey.credential_id!,
        publicKey: Uint8Array.from(passkey.public_key!),
        counter: Number(passkey.counter),
      },
      requireUserVerification: verification === 'required',
    })
    return verified ? BigInt(authenticationInfo.newCounter) : null
  } catch {
    // The library throws for every kind of wrong answer; the caller need not tell them apart.
    return null
  }
}

/** The new passkey's id, key and counter if the browser's answer is valid; otherwise null. */
export async function checkCreation(
  credential: z.output<typeof NewCredential>,
  { challenge, origin }: Expected,
): Promise<{ id: string; publicKey: Buffer; counter: number } | null> {
  try {
    if (hasCertificates(credential.response.attestationObject)) return null
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    })
    if (!registrationInfo) return null
    const { id, publicKey, counter } = registrationInfo.credential
    return { id, publicKey: Buffer.from(publicKey), counter }
  } catch {
    return null
  }
}

/** We request no attestation certificates. Verifying unrequested ones could fetch URLs chosen by the sender. */
function hasCertificates(attestationObject: string): boolean {
  const attestation = decodeAttestationObject(Uint8Array.from(Buffer.from(attestationObject, 'base64url')))
  const format = attestation.get('fmt')
  return format !== 'none' && !(format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
}
