import { createHmac } from 'node:crypto'
import { recoveryCodeCount } from '#core/rules/second-factor'
import type { RunningConfig } from '../../world/app.ts'
import type { Queryable, Tx } from '../../world/members/database.ts'
import type { Random } from '../../world/random.ts'
import type { Secret } from '../../world/secrets/secret.ts'
import { type Person, columnOf, ownedBy } from './person.ts'
import { secretText } from './totp.ts'

type At = { readonly nowMs: number; readonly random: Random; readonly config: RunningConfig }

/** Replaces a person's recovery codes by ten new ones of 80 bits. Only their hashes are stored. */
export async function renewCodes(tx: Tx, person: Person, { nowMs, random, config }: At): Promise<string[]> {
  await deleteCodes(tx, person)
  const codes = Array.from({ length: recoveryCodeCount }, () => secretText(random.bytes(10)).match(/.{4}/g)!.join('-'))
  await tx
    .insertInto('recovery_code')
    .values(
      codes.map((code) => ({
        code_hash: hashOf(code, config.pepper),
        ...ownedBy(person),
        created_at: new Date(nowMs),
      })),
    )
    .execute()
  return codes
}

/** Uses a code up; false where it is not this person's or was used before. */
export async function takeCode(
  tx: Tx,
  person: Person,
  { code, nowMs, config }: { code: string; nowMs: number; config: RunningConfig },
): Promise<boolean> {
  const used = await tx
    .updateTable('recovery_code')
    .set({ used_at: new Date(nowMs) })
    .where(
      'code_hash',
      'in',
      [config.pepper, config.formerPepper ?? config.pepper].map((pepper) => hashOf(code, pepper)),
    )
    .where(columnOf(person), '=', person.id)
    .where('used_at', 'is', null)
    .returning('code_hash')
    .executeTakeFirst()
  return used !== undefined
}

export async function codesLeft(db: Queryable, person: Person): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<bigint>().as('left'))
    .where(columnOf(person), '=', person.id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

export async function deleteCodes(tx: Tx, person: Person): Promise<void> {
  await tx.deleteFrom('recovery_code').where(columnOf(person), '=', person.id).execute()
}

/** People type codes from paper, so case, spaces and dashes are ignored. */
function hashOf(code: string, pepper: Secret): Buffer {
  const plain = code.toUpperCase().replace(/[^A-Z2-7]/g, '')
  return createHmac('sha256', pepper.reveal()).update(`recovery code ${plain}`).digest()
}
