import type { Queryable } from '../../world/members/database.ts'

/** Everybody who works here or did, with whether a second factor protects them and when they were last seen. */
export const allOperators = (db: Queryable) =>
  db
    .selectFrom('operator')
    .select(['id', 'account', 'name', 'role', 'created_at', 'left_at'])
    .select((eb) => [
      eb
        .exists(
          eb
            .selectFrom('factor')
            .select('id')
            .whereRef('operator_id', '=', 'operator.id')
            // One that was begun and never confirmed protects nothing.
            .where('confirmed_at', 'is not', null),
        )
        .as('has_factor'),
      eb
        .selectFrom('session')
        .select((session) => session.fn.max('seen_at').as('seen'))
        .whereRef('operator_id', '=', 'operator.id')
        .as('seen_at'),
    ])
