import { createECDH } from 'node:crypto'
import * as z from 'zod/mini'
import { Secret } from './secrets/secret.ts'

/** The keys that identify this house to the push services of browsers (VAPID, RFC 8292). */
export type PushKeys = {
  /** Given to browsers: a subscription accepts only what is signed with the private key. Both are base64url. */
  readonly publicKey: string
  readonly privateKey: Secret
  /** Where a push service can reach the operator, a `mailto:` or `https:` address. */
  readonly subject: string
}

export const pushSettings = {
  PUSH_PUBLIC_KEY: z.optional(
    z.string().check(z.regex(/^B[\w-]{86}$/, 'must be an uncompressed P-256 point in base64url, 87 characters')),
  ),
  PUSH_PRIVATE_KEY: z.optional(
    z.string().check(z.regex(/^[\w-]{43}$/, 'must be 32 bytes in base64url, 43 characters')),
  ),
  PUSH_SUBJECT: z.optional(
    z.string().check(z.regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must be a mailto: or https:// address')),
  ),
}

type Read = z.infer<z.ZodMiniObject<typeof pushSettings>>

export function toPushKeys({
  PUSH_PUBLIC_KEY: publicKey,
  PUSH_PRIVATE_KEY: key,
  PUSH_SUBJECT: subject,
}: Read): PushKeys | null {
  return publicKey && key && subject ? { publicKey, privateKey: new Secret(key), subject } : null
}

/** Notices two keys that are not of one pair, which every push service would refuse. */
export function pushProblems({ PUSH_PUBLIC_KEY, PUSH_PRIVATE_KEY }: Read): string[] {
  if (!PUSH_PUBLIC_KEY || !PUSH_PRIVATE_KEY || publicKeyOf(PUSH_PRIVATE_KEY) === PUSH_PUBLIC_KEY) return []
  return ['PUSH_PUBLIC_KEY must be the public key of PUSH_PRIVATE_KEY']
}

const curve = 'prime256v1'

export function newPushKey(): string {
  const pair = createECDH(curve)
  pair.generateKeys()
  // Leading zeros are not part of what Node returns.
  return Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url')
}

/** Null for a number that is no private key. */
export function publicKeyOf(privateKey: string): string | null {
  const pair = createECDH(curve)
  try {
    pair.setPrivateKey(privateKey, 'base64url')
    return pair.getPublicKey('base64url')
  } catch {
    return null
  }
}

/** The keys of a demonstration, from the private key that it made for itself. */
export function demoPushKeys(privateKey: Secret): PushKeys {
  return { publicKey: publicKeyOf(privateKey.reveal())!, privateKey, subject: 'mailto:no-reply@clearball.invalid' }
}
