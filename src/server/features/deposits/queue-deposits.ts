import { sql } from 'kysely'
import { queueDeposits } from '#contract/console/deposits'
import { storedCents } from '#core/money/cents'
import { type ReviewStatus, undecided } from '#core/reviews/review'
import type { DepositCurrency } from '#core/rules/money/deposit'
import { pageFrom, readTimePlace, rowsToRead, timePlace } from '../../db/page.ts'
import { handle } from '../../http/handle.ts'

export const queueDepositsHandler = handle(queueDeposits, async ({ input, tx }) => {
  const place = readTimePlace(input.after)
  const rows = await tx
    .selectFrom('deposit as d')
    .innerJoin('player', 'player.id', 'd.player_id')
    .leftJoin('operator as taker', 'taker.id', 'd.taken_by')
    .leftJoin('operator as agreer', 'agreer.id', 'd.agreed_by')
    .select(['d.id', 'd.currency', 'd.amount', 'd.status', 'd.created_at', 'player.account'])
    .select(['taker.account as taken_by', 'agreer.account as agreed_by'])
    .where('d.status', 'in', input.status ? [input.status] : undecided)
    .$if(place !== null, (query) => query.where(sql<boolean>`(d.created_at, d.id) > (${place!.at}, ${place!.id})`))
    .orderBy('d.created_at')
    .orderBy('d.id')
    .limit(rowsToRead)
    .execute()
  return pageFrom(rows, {
    place: (row) => timePlace({ at: row.created_at, id: row.id }),
    item: (row) => ({
      id: row.id,
      account: row.account,
      currency: row.currency as DepositCurrency,
      amount: storedCents(row.amount),
      status: row.status as ReviewStatus,
      takenBy: row.taken_by,
      agreedBy: row.agreed_by,
      createdAt: row.created_at.getTime(),
    }),
  })
})
