import { queueWithdrawals } from '#contract/console/withdrawals'
import { storedCents } from '#core/money/cents'
import type { ReviewStatus } from '#core/reviews/review'
import { byTime, pageFrom } from '../../db/page.ts'
import { handleRead } from '../../services/calls/handle.ts'
import { inQueueOrder, leaseOf } from '../reviews/queue.ts'
import { walletKindOf } from '../wallets/queries.ts'

export const queueWithdrawalsHandler = handleRead(queueWithdrawals, async ({ input, db, nowMs }) => {
  const rows = await db
    .selectFrom('withdrawal as review')
    .innerJoin('player', 'player.id', 'review.player_id')
    .innerJoin('wallet', 'wallet.id', 'review.wallet_id')
    .leftJoin('operator as taker', 'taker.id', 'review.taken_by')
    .leftJoin('operator as agreer', 'agreer.id', 'review.agreed_by')
    .select([
      'review.id',
      'review.amount',
      'review.fee',
      'review.needs_two',
      'review.status',
      'review.created_at',
      'review.taken_until',
      'player.account',
      'wallet.kind',
    ])
    .select(['taker.account as taker', 'agreer.account as agreed_by'])
    .$call(inQueueOrder(input))
    .execute()
  return pageFrom(rows, {
    place: byTime,
    item: (row) => ({
      id: row.id,
      account: row.account,
      walletKind: walletKindOf(row),
      amount: storedCents(row.amount),
      actual: storedCents(row.amount - row.fee),
      needsTwo: row.needs_two,
      status: row.status as ReviewStatus,
      takenBy: leaseOf(row, nowMs).takenBy,
      agreedBy: row.agreed_by,
      createdAt: row.created_at.getTime(),
    }),
  })
})
