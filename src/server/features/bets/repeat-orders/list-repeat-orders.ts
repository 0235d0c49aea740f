import { listRepeatOrders } from '#contract/play/bets'
import type { Output } from '#contract/endpoint'
import { storedCents } from '#core/money/cents'
import { pageFrom, readTimePlace, rowsToRead, timePlace } from '../../../db/page.ts'
import { handleRead } from '../../../services/calls/handle.ts'
import { chosenBets, setAside } from './repeat-order-row.ts'

type Shown = Output<typeof listRepeatOrders>['items'][number]

export const listRepeatOrdersHandler = handleRead(listRepeatOrders, async ({ db, caller, input }) => {
  const place = readTimePlace(input.after)
  const rows = await db
    .selectFrom('repeat_order')
    .selectAll()
    .where('player_id', '=', caller.playerId)
    .$if(place !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '<', tuple(place!.at, place!.id))),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(rowsToRead)
    .execute()
  return pageFrom(rows, {
    place: ({ created_at: at, id }) => timePlace({ at, id }),
    item: (row): Shown => ({
      id: row.id,
      game: row.game as Shown['game'],
      bets: chosenBets(row),
      stake: storedCents(row.stake),
      periods: row.periods,
      placed: row.placed,
      held: setAside(row),
      stopsOnWin: row.stops_on_win,
      status: row.status as Shown['status'],
      createdAt: row.created_at.getTime(),
    }),
  })
})
