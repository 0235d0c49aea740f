import { Secret as TotpSecret, TOTP } from 'otpauth'
import type { Tx } from '../../world/members/database.ts'
import { seal, unseal } from '../../world/secrets/sealed.ts'
import type { Secret } from '../../world/secrets/secret.ts'
import { type Person, ownedBy } from './person.ts'

const periodMs = 30_000

/** What every authenticator app understands: SHA-1, six digits, thirty seconds. */
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

/** The secret as people type it. 160 bits, as RFC 4226 asks for. */
export function secretText(bytes: Uint8Array): string {
  return new TotpSecret({ buffer: Uint8Array.from(bytes).buffer }).base32
}

/** What an app reads from a square code. */
export function totpUri(secret: string, account: string): string {
  return generator(secret, account).toString()
}

export function totpCode(secret: string, nowMs: number): string {
  return generator(secret).generate({ timestamp: nowMs })
}

/** The step a code belongs to: this one, or a neighbour for clocks that are a little off; null where none fits. */
export function totpStep(secret: string, code: string, nowMs: number): bigint | null {
  const delta = generator(secret).validate({ token: code, timestamp: nowMs, window: 1 })
  return delta === null ? null : BigInt(Math.floor(nowMs / periodMs) + delta)
}

/** Bound to its owner: a sealed secret copied into another person's row does not open there. */
const purposeOf = (person: Person) => `totp of ${person.kind} ${person.id}`

export function openTotpSecret(pepper: Secret, person: Person, sealed: Buffer): string {
  return unseal({ sealed, about: purposeOf(person), pepper })
}

type NewTotp = { id: string; name: string; secret: string; atMs: number; isConfirmed: boolean }

/** Adds an authenticator app, unless the person has one that is as far. */
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
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
