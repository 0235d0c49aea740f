/** Whether this browser, at this address, can make and use passkeys. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window && 'parseCreationOptionsFromJSON' in PublicKeyCredential

/** The person dismissed the browser's dialog, or there was no such passkey: the browser does not say which. */
export class PasskeyRefused extends Error {}

/** As much of the browser's own JSON as is sent on. */
type Named<Response> = { id: string; rawId: string; type: 'public-key'; response: Response }
type Made = Named<{ clientDataJSON: string; attestationObject: string }>
type Assertion = Named<{ clientDataJSON: string; authenticatorData: string; signature: string }>

export async function createPasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<Made> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  return asJson(navigator.credentials.create({ publicKey }))
}

export async function answerWithPasskey(request: PublicKeyCredentialRequestOptionsJSON): Promise<Assertion> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(request)
  return asJson(navigator.credentials.get({ publicKey }))
}

async function asJson<Json>(asking: Promise<Credential | null>): Promise<Json> {
  const credential = await asking.catch(() => null)
  if (!credential) throw new PasskeyRefused()
  return (credential as PublicKeyCredential).toJSON() as Json
}
