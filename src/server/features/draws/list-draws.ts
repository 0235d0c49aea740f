import { listDraws } from '#contract/play/draws'
import { pageFrom, readInstantPlace, rowsToRead } from '../../db/page.ts'
import { handle } from '../../services/calls/handle.ts'
import { toDraw } from './queries.ts'

export const listDrawsHandler = handle(listDraws, async ({ input, tx }) => {
  const before = readInstantPlace(input.after)
  const rows = await tx
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
})
