import { listDraws } from '#contract/play/draws'
import { pageFrom, readInstantPlace, rowsToRead } from '../../db/page.ts'
import { handleShared } from '../../services/calls/handle.ts'
import { toDraw } from './queries.ts'

export const listDrawsHandler = handleShared(listDraws, {
  source: 'draws',
  run: async ({ input, db }) => {
    const before = readInstantPlace(input.after)
    const rows = await db
      .selectFrom('period')
      .selectAll()
      .where('game', '=', input.game)
      .where('ended_at', 'is not', null)
      .where('status', '<>', 'skipped')
      .$if(before !== null, (query) => query.where('draws_at', '<', before))
      .orderBy('draws_at', 'desc')
      .limit(rowsToRead)
      .execute()
    return pageFrom(rows, { place: (row) => String(row.draws_at.getTime()), item: toDraw })
  },
})
