import { sql } from 'kysely'
import { queueWithdrawals } from '#contract/console/withdrawals'
import { storedCents } from '#core/money/cents'
import { type ReviewStatus, undecided } from '#core/reviews/review'
import { pageFrom, readTimePlace, rowsToRead, timePlace } from '../../db/page.ts'
import { handle } from '../../http/handle.ts'
import { walletKindOf } from '../wallets/queries.ts'

export const queueWithdrawalsHandler = handle(queueWithdrawals, async ({ input, tx }) => {
  const place = readTimePlace(input.after)
  const rows = await tx
    .selectFrom('withdrawal as w')
    .innerJoin('player', 'player.id', 'w.player_id')
    .innerJoin('wallet', 'wallet.id', 'w.wallet_id')
    .leftJoin('operator as taker', 'taker.id', 'w.taken_by')
    .leftJoin('operator as agreer', 'agreer.id', 'w.agreed_by')
    .select(['w.id', 'w.amount', 'w.fee', 'w.needs_two', 'w.status', 'w.created_at', 'player.account', 'wallet.kind'])
    .select(['taker.account as taken_by', 'agreer.account as agreed_by'])
    .where('w.status', 'in', input.status ? [input.status] : undecided)
    .$if(place !== null, (query) => query.where(sql<boolean>`(w.created_at, w.id) > (${place!.at}, ${place!.id})`))
    .orderBy('w.created_at')
    .orderBy('w.id')
    .limit(rowsToRead)
    .execute()
  return pageFrom(rows, {
    place: (row) => timePlace({ at: row.created_at, id: row.id }),
    item: (row) => ({
      id: row.id,
      account: row.account,
      walletKind: walletKindOf(row),
      amount: storedCents(row.amount),
      actual: storedCents(row.amount - row.fee),
      needsTwo: row.needs_two,
      status: row.status as ReviewStatus,
      takenBy: row.taken_by,
      agreedBy: row.agreed_by,
      createdAt: row.created_at.getTime(),
    }),
  })
})
