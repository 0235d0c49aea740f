import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { type Secret, deriveKey } from './secret.ts'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Encrypts a text that is stored in the database. `about` names its row: copied into another row, it cannot be decrypted. */
export function seal(given: { text: string; about: string; pepper: Secret }): Buffer {
  // Not from the app's `random`: a seeded source would repeat a nonce, which breaks this cipher.
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, deriveKey(given.pepper, 'sealed text'), nonce)
  cipher.setAAD(Buffer.from(given.about))
  const sealed = Buffer.concat([cipher.update(given.text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Throws if the text was altered, copied from another row, or encrypted under another pepper. */
export function unseal({ sealed, about, pepper }: { sealed: Buffer; about: string; pepper: Secret }): string {
  const key = deriveKey(pepper, 'sealed text')
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(about))
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8')
}

/** Shows whether two texts are equal without revealing them. Keyed, because a short number can be guessed from its plain hash. */
export function keyedHash({ text, ...key }: HashKey & { readonly text: string }): Buffer {
  return openKeyedHash(key)(text)
}

type HashKey = { readonly use: string; readonly pepper: Secret }

/** The same for many texts: deriving the key takes longer than a hash. */
export function openKeyedHash({ use, pepper }: HashKey): (text: string) => Buffer {
  const key = deriveKey(pepper, `hash of ${use}`)
  return (text) => createHmac('sha256', key).update(text).digest()
}
