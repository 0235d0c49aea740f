import { listCertifications } from '#contract/console/certifications'
import type { CertificationStatus, DocumentKind } from '#core/rules/certification'
import { byTime, pageFrom } from '../../db/page.ts'
import { handleRead } from '../../services/calls/handle.ts'
import { inQueueOrder, leaseOf } from '../reviews/queue.ts'

export const listCertificationsHandler = handleRead(listCertifications, async ({ input, db, nowMs }) => {
  const rows = await db
    .selectFrom('certification as review')
    .innerJoin('player', 'player.id', 'review.player_id')
    .leftJoin('operator', 'operator.id', 'review.taken_by')
    .select([
      'review.id',
      'review.country',
      'review.document_kind',
      'review.status',
      'review.created_at',
      'review.taken_until',
    ])
    .select(['player.account', 'operator.account as taker'])
    .$call(inQueueOrder(input))
    .execute()
  return pageFrom(rows, {
    place: byTime,
    item: (row) => ({
      id: row.id,
      account: row.account,
      country: row.country,
      documentKind: row.document_kind as DocumentKind,
      status: row.status as CertificationStatus,
      takenBy: leaseOf(row, nowMs).takenBy,
      createdAt: row.created_at.getTime(),
    }),
  })
})
