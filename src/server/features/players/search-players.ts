import { sql } from 'kysely'
import { searchPlayers } from '#contract/console/players'
import type { AccountStatus } from '#core/rules/account-status'
import { pageFrom, readTimePlace, rowsToRead, timePlace } from '../../db/page.ts'
import { handle } from '../../services/calls/handle.ts'
import { recordAction } from '../../services/actions/record-action.ts'

export const searchPlayersHandler = handle(searchPlayers, async (context) => {
  const { input, tx } = context
  const place = readTimePlace(input.after)
  const beginning = `${input.text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const rows = await tx
    .selectFrom('player')
    .select(['id', 'account', 'email', 'status', 'created_at'])
    .where((eb) =>
      eb.or([
        eb(eb.fn('lower', ['account']), 'like', beginning),
        eb(eb.fn('lower', ['email']), 'like', beginning),
        eb('phone', 'like', beginning),
      ]),
    )
    .$if(place !== null, (query) => query.where(sql<boolean>`(created_at, id) < (${place!.at}, ${place!.id})`))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(rowsToRead)
    .execute()
  const page = pageFrom(rows, {
    place: (row) => timePlace({ at: row.created_at, id: row.id }),
    item: ({ id, account, email, status, created_at }) => ({
      id,
      account,
      email,
      status: status as AccountStatus,
      createdAt: created_at.getTime(),
    }),
  })
  await recordAction(context, 'players.view', {
    subject: 'players',
    after: { shown: page.items.map((player) => player.id) },
  })
  return page
})
