import type { Queryable } from '../../world/members/database.ts'

/** The next instant at which a change that is already decided takes effect; infinite where none waits. */
export async function nextEffective(
  db: Queryable,
  changes: 'country_change' | 'house_text_change',
  nowMs: number,
): Promise<number> {
  const next = await db
    .selectFrom(changes)
    .select(({ fn }) => fn.min('effective_at').as('at'))
    .where('effective_at', '>', new Date(nowMs))
    .executeTakeFirst()
  return next?.at?.getTime() ?? Infinity
}
