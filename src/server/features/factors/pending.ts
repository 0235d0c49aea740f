import { pendingFactorMs } from '#core/rules/second-factor'
import type { Queryable, Tx } from '../../world/members/database.ts'
import { confirmedFactors } from './confirmed.ts'
import { type Person, columnOf } from './person.ts'

type Kind = 'totp' | 'passkey'

type Asked = { readonly id: string; readonly kind: Kind; readonly nowMs: number }

/** A factor whose set-up has begun and waits for its confirmation. */
export async function findPending(db: Queryable, person: Person, { id, kind, nowMs }: Asked) {
  return db
    .selectFrom('factor')
    .selectAll()
    .where('id', '=', id)
    .where(columnOf(person), '=', person.id)
    .where('kind', '=', kind)
    .where('confirmed_at', 'is', null)
    .where('created_at', '>', new Date(nowMs - pendingFactorMs))
    .executeTakeFirst()
}

/**
 * The same for its confirmation. Nothing is found where it was begun without proof and the person has a factor by now: with a stolen
 * password somebody could begin one before the owner's first factor, and confirm it afterwards. The person is locked, so that
 * confirmations at the same moment come one after the other.
 */
export async function lockPending(tx: Tx, person: Person, asked: Asked) {
  await tx.selectFrom(person.kind).select('id').where('id', '=', person.id).forNoKeyUpdate().execute()
  const pending = await findPending(tx, person, asked)
  const isAllowed = pending?.is_proven || (await confirmedFactors(tx, person)).length === 0
  return isAllowed ? pending : undefined
}

/** Beginning again discards the set-up that was begun before. */
export async function deletePending(tx: Tx, person: Person, kind: Kind): Promise<void> {
  await tx
    .deleteFrom('factor')
    .where(columnOf(person), '=', person.id)
    .where('kind', '=', kind)
    .where('confirmed_at', 'is', null)
    .execute()
}
