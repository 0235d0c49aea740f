import { sql } from 'kysely'
import type { App } from '../../world/app.ts'

/** Sums the reviews of the next day that is over, once, whichever node does it. Returns how many days it summed. */
export async function rollUpDueReviews({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    select roll_up_reviews(${new Date(clock.nowMs())}) as days`.execute(db.query)
  return rows[0]!.days
}
