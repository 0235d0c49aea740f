import { leafLine } from '#core/fairness/liabilities/leaf-list'
import type { Queryable } from '../../world/members/database.ts'
import { readLeaves } from './leaves.ts'

/** The published list of a proof's leaves, piece by piece; null where it is no longer kept, or never was. */
export async function leafListOf(db: Queryable, number: number): Promise<AsyncGenerator<string> | null> {
  const kept = await db
    .selectFrom('liability_snapshot')
    .innerJoin('liability_seed', 'liability_seed.build', 'liability_snapshot.build')
    .select('liability_seed.build')
    .where('number', '=', number)
    .executeTakeFirst()
  return kept ? lines(db, kept.build) : null
}

async function* lines(db: Queryable, build: string): AsyncGenerator<string> {
  for (let place = 0; ; place++) {
    const piece = await db
      .selectFrom('liability_piece')
      .select('leaves')
      .where('build', '=', build)
      .where('place', '=', place)
      .executeTakeFirst()
    if (!piece) return
    yield readLeaves(piece.leaves).map(leafLine).join('')
  }
}
