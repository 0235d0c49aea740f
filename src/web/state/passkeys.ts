import type * as z from 'zod/mini'
import type { NewCredential, PasskeyCreation, Proof, asked } from '#contract/second-factor'

type Creation = z.output<typeof PasskeyCreation>
type Request = NonNullable<z.output<(typeof asked)['passkey']>>
type Assertion = Extract<z.output<typeof Proof>, { way: 'passkey' }>['assertion']

/** Whether this browser, at this address, can make and use passkeys. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window && 'parseCreationOptionsFromJSON' in PublicKeyCredential

/** The player turned the browser's question away, or had no such passkey: the browser does not tell which. */
export class PasskeyRefused extends Error {}

export async function createPasskey(options: Creation): Promise<z.output<typeof NewCredential>> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  return asJson(navigator.credentials.create({ publicKey }))
}

export async function answerWithPasskey(request: Request): Promise<Assertion> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(request)
  return asJson(navigator.credentials.get({ publicKey }))
}

async function asJson<Json>(asking: Promise<Credential | null>): Promise<Json> {
  const credential = await asking.catch(() => null)
  if (!credential) throw new PasskeyRefused()
  return (credential as PublicKeyCredential).toJSON() as Json
}
