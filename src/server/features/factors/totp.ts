import { Secret as TotpSecret, TOTP } from 'otpauth'
import type { Tx } from '../../world/members/database.ts'
import { seal, unseal } from '../../world/secrets/sealed.ts'
import type { Secret } from '../../world/secrets/secret.ts'
import { type Person, ownedBy } from './person.ts'

const periodMs = 30_000

/** The parameters that every authenticator app supports: SHA-1, six digits, thirty seconds. */
function generator(secret: string, account = ''): TOTP {
  return new TOTP({
    issuer: 'Clearball',
    label: account,
    secret,
    algorithm: 'SHA1',
    digits: 6,
    period: periodMs / 1000,
  })
}

/** The secret in base32, as people type it. 160 bits, as RFC 4226 recommends. */
export function secretText(bytes: Uint8Array): string {
  return new TotpSecret({ buffer: Uint8Array.from(bytes).buffer }).base32
}

/** The URI that an authenticator app reads from a QR code. */
export function totpUri(secret: string, account: string): string {
  return generator(secret, account).toString()
}

export function totpCode(secret: string, nowMs: number): string {
  return generator(secret).generate({ timestamp: nowMs })
}

/**
 * The time step that a code belongs to: the current one, or a neighbour to allow for clocks that are a little off; null
 * where none matches.
 */
export function totpStep(secret: string, code: string, nowMs: number): bigint | null {
  const delta = generator(secret).validate({ token: code, timestamp: nowMs, window: 1 })
  return delta === null ? null : BigInt(Math.floor(nowMs / periodMs) + delta)
}

/** Binds a secret to its owner: a sealed secret copied into another person's row cannot be opened there. */
export const purposeOf = (person: Person) => `totp of ${person.kind} ${person.id}`

export function openTotpSecret(pepper: Secret, person: Person, sealed: Buffer): string {
  return unseal({ sealed, about: purposeOf(person), pepper })
}

type NewTotp = { id: string; name: string; secret: string; atMs: number; isConfirmed: boolean; isProven?: boolean }

/** Adds an authenticator app, unless the person already has one in the same state. */
export async function insertTotp(tx: Tx, person: Person, totp: NewTotp & { pepper: Secret }): Promise<void> {
  const now = new Date(totp.atMs)
  await tx
    .insertInto('factor')
    .values({
      id: totp.id,
      ...ownedBy(person),
      kind: 'totp',
      name: totp.name,
      secret: seal({ text: totp.secret, about: purposeOf(person), pepper: totp.pepper }),
      created_at: now,
      confirmed_at: totp.isConfirmed ? now : null,
      is_proven: totp.isProven ?? false,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
