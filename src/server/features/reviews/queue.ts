import { type SelectQueryBuilder, sql } from 'kysely'
import { type ReviewStatus, undecided } from '#core/reviews/review'
import { readTimePlace, rowsToRead } from '../../db/page.ts'

type Asked = { readonly status?: ReviewStatus | undefined; readonly after?: string | undefined }

/** Cases in the order in which they came, of a query in which they are called `review`; undecided ones unless one asks otherwise. */
export function inTurn({ status, after }: Asked) {
  const place = readTimePlace(after)
  return <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O> =>
    query
      .where(sql<boolean>`review.status = any(${status ? [status] : undecided})`)
      .$if(place !== null, (rest) =>
        rest.where(sql<boolean>`(review.created_at, review.id) > (${place!.at}, ${place!.id})`),
      )
      .orderBy(sql`review.created_at`)
      .orderBy(sql`review.id`)
      .limit(rowsToRead)
}
