import { sql } from 'kysely'
import { listCertifications } from '#contract/console/certifications'
import { undecided } from '#core/reviews/review'
import type { CertificationStatus, DocumentKind } from '#core/rules/certification'
import { pageFrom, readTimePlace, rowsToRead, timePlace } from '../../db/page.ts'
import { handle } from '../../http/handle.ts'

export const listCertificationsHandler = handle(listCertifications, async ({ input, tx }) => {
  const place = readTimePlace(input.after)
  const rows = await tx
    .selectFrom('certification as c')
    .innerJoin('player', 'player.id', 'c.player_id')
    .leftJoin('operator', 'operator.id', 'c.taken_by')
    .select(['c.id', 'c.country', 'c.document_kind', 'c.status', 'c.created_at'])
    .select(['player.account', 'operator.account as taken_by'])
    .where('c.status', 'in', input.status ? [input.status] : undecided)
    .$if(place !== null, (query) => query.where(sql<boolean>`(c.created_at, c.id) > (${place!.at}, ${place!.id})`))
    .orderBy('c.created_at')
    .orderBy('c.id')
    .limit(rowsToRead)
    .execute()
  return pageFrom(rows, {
    place: (row) => timePlace({ at: row.created_at, id: row.id }),
    item: (row) => ({
      id: row.id,
      account: row.account,
      country: row.country,
      documentKind: row.document_kind as DocumentKind,
      status: row.status as CertificationStatus,
      takenBy: row.taken_by,
      createdAt: row.created_at.getTime(),
    }),
  })
})
