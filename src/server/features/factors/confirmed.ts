import type { Queryable } from '../../world/members/database.ts'
import { type Person, columnOf } from './person.ts'

/** A person's confirmed factors, oldest first. */
export async function confirmedFactors(db: Queryable, person: Person) {
  return db
    .selectFrom('factor')
    .selectAll()
    .where(columnOf(person), '=', person.id)
    .where('confirmed_at', 'is not', null)
    .orderBy('confirmed_at')
    .orderBy('id')
    .execute()
}
