import { type Selectable, sql } from 'kysely'
import type { App } from '../../world/app.ts'
import type { AwayMessage, Mail, PushMessage } from '../../world/members/tables.generated.ts'

/**
 * How often something is tried; the pauses double from a minute on, so the last attempt is about two hours after the first. The index
 * `mail_waiting` has the same number.
 */
export const triesMost = 8

/** What is written in the transaction that it reports on, and sent after the commit. */
type Outboxes = {
  readonly mail: Selectable<Mail>
  readonly push_message: Selectable<PushMessage>
  readonly away_message: Selectable<AwayMessage>
}

/** Which rows still wait to be sent. */
const waiting = {
  mail: () => sql<boolean>`sent_at is null`,
  push_message: (now: Date) => sql<boolean>`expires_at > ${now}`,
  away_message: () => sql<boolean>`sent_at is null`,
}

/**
 * Takes the row that is due next by moving its next attempt into the future, so that no other node takes it and a crash cannot cause
 * a loop; null where none is due.
 */
export async function takeDue<Table extends keyof Outboxes>(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  table: Table,
  id?: string,
): Promise<Outboxes[Table] | null> {
  const now = new Date(clock.nowMs())
  const only = id === undefined ? sql`true` : sql`id = ${id}`
  const { rows } = await sql<Outboxes[Table]>`
    update ${sql.table(table)}
    set due_at = ${now}::timestamptz + interval '1 minute' * 2 ^ tries, tries = tries + 1
    where id = (
      select id from ${sql.table(table)}
      where ${waiting[table](now)} and tries < ${sql.lit(triesMost)} and due_at <= ${now} and ${only}
      order by due_at limit 1 for update skip locked)
    returning *`.execute(db.query)
  return rows[0] ?? null
}

/** Undoes the taking of a notification that was not sent, so that another node sends it now. */
export async function giveBack(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { id, tries }: Outboxes['push_message'],
): Promise<void> {
  await db.query
    .updateTable('push_message')
    .set({ due_at: new Date(clock.nowMs()), tries: tries - 1 })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .execute()
}
