import { pendingFactorMs } from '#core/rules/second-factor'
import type { Queryable, Tx } from '../../world/members/database.ts'
import { type Person, columnOf } from './person.ts'

type Kind = 'totp' | 'passkey'

/** A factor whose set-up has begun and waits for its confirmation. */
export async function findPending(
  db: Queryable,
  person: Person,
  { id, kind, nowMs }: { id: string; kind: Kind; nowMs: number },
) {
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

/** Beginning again discards the set-up that was begun before. */
export async function deletePending(tx: Tx, person: Person, kind: Kind): Promise<void> {
  await tx
    .deleteFrom('factor')
    .where(columnOf(person), '=', person.id)
    .where('kind', '=', kind)
    .where('confirmed_at', 'is', null)
    .execute()
}
