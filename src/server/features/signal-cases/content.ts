import { sql } from 'kysely'
import type { Queryable } from '../../world/members/database.ts'

export type CaseContent = { readonly signals: number; readonly holds: number }

/**
 * How many signals a case has, and how many holds that nobody has ended. When holds are ended the case counts as looked at, and then
 * only a new signal can bring new ones; so a case that has neither number higher than before has nothing new.
 */
export async function contentOf(db: Queryable, caseId: string): Promise<CaseContent> {
  const { rows } = await sql<CaseContent>`
    select (select count(*) from signal where case_id = ${caseId})::integer as signals,
      (select count(*) from withdrawal_hold where case_id = ${caseId} and ended_at is null)::integer as holds`.execute(
    db,
  )
  return rows[0]!
}
