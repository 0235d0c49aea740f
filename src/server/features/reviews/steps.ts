import type { ReviewStep } from '#contract/money/fields'
import type { Queryable, Tx } from '../../world/members/database.ts'

/** Records a step of a top-up or a withdrawal for the player to see. */
export async function recordStep(
  { tx, nowMs }: { tx: Tx; nowMs: number },
  reviewId: string,
  step: ReviewStep,
): Promise<void> {
  await tx
    .insertInto('review_step')
    .values({ review_id: reviewId, step, at: new Date(nowMs) })
    .execute()
}

export async function stepsOf(db: Queryable, reviewId: string) {
  const rows = await db
    .selectFrom('review_step')
    .select(['step', 'at'])
    .where('review_id', '=', reviewId)
    .orderBy('id')
    .execute()
  return rows.map(({ step, at }) => ({ step: step as ReviewStep, at: at.getTime() }))
}
