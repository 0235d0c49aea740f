import { type SelectQueryBuilder, sql } from 'kysely'
import { type ReviewStatus, isInHand, undecided } from '#core/reviews/review'
import { readTimePlace, rowsToRead } from '../../db/page.ts'

type Asked = { readonly status?: ReviewStatus | undefined; readonly after?: string | undefined }

type Leased = { readonly taker: string | null; readonly taken_until: Date | null }

/** Who has leased a case and until when. An expired lease counts as none, whoever held it last. */
export function leaseOf({ taker, taken_until }: Leased, nowMs: number) {
  const takenUntil = taken_until?.getTime() ?? null
  return isInHand({ takenUntilMs: takenUntil }, nowMs)
    ? { takenBy: taker, takenUntil }
    : { takenBy: null, takenUntil: null }
}

/**
 * Orders and pages a query whose cases are named `review`, oldest first; only undecided cases unless a status is given.
 */
export function inQueueOrder({ status, after }: Asked) {
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
