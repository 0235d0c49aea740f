import { type Selectable, sql } from 'kysely'
import { listDraws } from '#contract/play/past-draws'
import type { GameCode } from '#core/games/catalogue'
import { pageFrom, readInstantPlace, rowsToRead } from '../../db/page.ts'
import { handleShared } from '../../services/calls/handle.ts'
import type { Queryable } from '../../world/members/database.ts'
import type { Period } from '../../world/members/tables.generated.ts'
import { isNotHeld, toDraw } from './queries.ts'

export const listDrawsHandler = handleShared(listDraws, {
  source: 'draws',
  run: async ({ input, db }) =>
    pageFrom(await heldBefore(db, input.game, readInstantPlace(input.after)), {
      place: (row) => String(row.draws_at.getTime()),
      item: (row) => ({ ...toDraw(row), notHeld: row.not_held }),
    }),
})

type Row = Selectable<Period> & { readonly not_held: number }

/** Ended draws before an instant, newest first. Each counts the draws that were not held after it, up to the next one. */
async function heldBefore(db: Queryable, game: GameCode, before: Date | null): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with held as (
      select * from period
      where game = ${game} and ended_at is not null and not ${isNotHeld}
        and (${before}::timestamptz is null or draws_at < ${before})
      order by draws_at desc limit ${rowsToRead}
    ), spaced as (
      select *, coalesce(lag(draws_at) over (order by draws_at desc), ${before}, 'infinity') as next_at from held
    )
    select spaced.*, (
      select count(*)::integer from period
      where game = ${game} and draws_at > spaced.draws_at and draws_at < spaced.next_at and ${isNotHeld}
    ) as not_held
    from spaced order by draws_at desc`.execute(db)
  return rows
}
