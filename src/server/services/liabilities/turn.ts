import { sql } from 'kysely'
import type { App } from '../../world/app.ts'

/** Longer than any proof takes. A node that died holds its turn no longer than this, so the hour is not lost. */
const turnMs = 15 * 60_000

/** Takes the turn to make the proof of an hour; false where the hour has one, or another attempt holds the turn. */
export async function takeTurn({ db, clock, node }: Pick<App, 'db' | 'clock' | 'node'>, hour: Date): Promise<boolean> {
  const now = new Date(clock.nowMs())
  const until = new Date(now.getTime() + turnMs)
  const { rows } = await sql`
    insert into liability_turn (hour, holder, held_until)
    select ${hour}, ${node.id}, ${until} where not exists (select from liability_snapshot where hour = ${hour})
    on conflict (hour) do update set holder = excluded.holder, held_until = excluded.held_until
      where liability_turn.held_until <= ${now}
    returning hour`.execute(db.query)
  return rows.length > 0
}

/** A failed attempt is tried again after a pause, by whatever node comes first. */
const pauseMs = 60_000

/** Gives the turn back and says what went wrong, for the console. */
export async function failTurn({ db, clock }: Pick<App, 'db' | 'clock'>, hour: Date, error: unknown): Promise<void> {
  const nowMs = clock.nowMs()
  await db.query
    .updateTable('liability_turn')
    .set({
      held_until: new Date(nowMs + pauseMs),
      failed_at: new Date(nowMs),
      failure: (error instanceof Error ? error.message : String(error)).slice(0, 500),
    })
    .where('hour', '=', hour)
    .execute()
}

/** Gives the turn back to whatever node comes first. */
export async function leaveTurn({ db, clock }: Pick<App, 'db' | 'clock'>, hour: Date): Promise<void> {
  const now = new Date(clock.nowMs())
  await db.query.updateTable('liability_turn').set({ held_until: now }).where('hour', '=', hour).execute()
}
