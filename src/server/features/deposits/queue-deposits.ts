import { queueDeposits } from '#contract/console/deposits'
import { storedCents } from '#core/money/cents'
import type { ReviewStatus } from '#core/reviews/review'
import type { DepositCurrency } from '#core/rules/money/deposit'
import { byTime, pageFrom } from '../../db/page.ts'
import { handleRead } from '../../services/calls/handle.ts'
import { inQueueOrder, leaseOf } from '../reviews/queue.ts'

export const queueDepositsHandler = handleRead(queueDeposits, async ({ input, db, nowMs }) => {
  const rows = await db
    .selectFrom('deposit as review')
    .innerJoin('player', 'player.id', 'review.player_id')
    .leftJoin('operator as taker', 'taker.id', 'review.taken_by')
    .leftJoin('operator as agreer', 'agreer.id', 'review.agreed_by')
    .select([
      'review.id',
      'review.currency',
      'review.amount',
      'review.status',
      'review.created_at',
      'review.taken_until',
      'player.account',
    ])
    .select(['taker.account as taker', 'agreer.account as agreed_by'])
    .$call(inQueueOrder(input))
    .execute()
  return pageFrom(rows, {
    place: byTime,
    item: (row) => ({
      id: row.id,
      account: row.account,
      currency: row.currency as DepositCurrency,
      amount: storedCents(row.amount),
      status: row.status as ReviewStatus,
      takenBy: leaseOf(row, nowMs).takenBy,
      agreedBy: row.agreed_by,
      createdAt: row.created_at.getTime(),
    }),
  })
})
