import { type KeyObject, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { type NoteKey, type VerifyEd25519, formatNote, noteKey } from '#core/fairness/tlog/note'
import type { App } from '../../world/app.ts'
import type { Memory } from '../../world/members/memory.ts'
import type { Secret } from '../../world/secrets/secret.ts'

// Notes signed and checked with Node's own Ed25519, which takes a tenth of the time of the one in core.

/** The fixed DER prefixes before the 32 bytes of an Ed25519 key (RFC 8410). */
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** The operator's key in the form that OpenSSL takes, and under its name in notes; built once. */
export type SigningKey = { readonly secret: KeyObject; readonly key: NoteKey }

export function signingKey({ config, memory }: Pick<App, 'config' | 'memory'>): SigningKey {
  memory.signingKey ??= signingKeyOf(config.operatorKey, config.logOrigin)
  return memory.signingKey
}

export function signingKeyOf(operatorKey: Secret, origin: string): SigningKey {
  const der = Buffer.concat([privatePrefix, Buffer.from(operatorKey.reveal(), 'hex')])
  const secret = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(publicPrefix.length)
  return { secret, key: noteKey(origin, 1, publicKey) }
}

export function signNote(text: string, { secret, key: { name, id } }: SigningKey): string {
  const bytes = sign(null, Buffer.from(text), secret)
  return formatNote({ text, signatures: [{ name, id, bytes }] })
}

/** Checks signatures with keys that are kept in the form that OpenSSL takes. */
export function verifier(keys: Memory['publicKeys']): VerifyEd25519 {
  return (message, signature, publicKey) => {
    const name = Buffer.from(publicKey).toString('hex')
    const known =
      keys.get(name) ?? createPublicKey({ key: Buffer.concat([publicPrefix, publicKey]), format: 'der', type: 'spki' })
    keys.set(name, known)
    return verify(null, message, known, signature)
  }
}
