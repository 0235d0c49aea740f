import type { Client } from 'pg'
import { type AccountStatus, actionRefusal } from '#core/rules/account-status'

/** What has not come to its end: everything here must, once nothing breaks any more. */
const unfinished: Readonly<Record<string, string>> = {
  'a draw is not closed': `select draw_id as what from period where status = 'scheduled' and closes_at < $1::timestamptz - interval '2 minutes'`,
  'a draw has no result': `select draw_id as what from period where status = 'closed' and round_at < $1::timestamptz - interval '2 minutes'`,
  'a draw is not settled': `select draw_id as what from period join betting on period_id = period.id
    where settled_at is null and betting.bets > 0`,
  'a repeat order goes on': `select id::text as what from repeat_order where status = 'running'`,
  'a top-up is not decided': `select id::text as what from deposit where decided_at is null`,
  'a notification is not sent': `select id::text as what from push_message where expires_at > $1 and tries < 8 and due_at < $1::timestamptz - interval '2 minutes'`,
  'a withdrawal is not decided': `select id::text as what from withdrawal where decided_at is null`,
}

/** In words, what is not finished; at most a few of each kind. */
export async function stillOpen(admin: Client, nowMs: number): Promise<string[]> {
  const found: string[] = []
  for (const [words, query] of Object.entries(unfinished)) {
    const { rows } = await admin.query<{ what: string }>(
      `${query} limit 3`,
      query.includes('$1') ? [new Date(nowMs)] : [],
    )
    found.push(...rows.map(({ what }) => `${words}: ${what}`))
  }
  return found
}

/** The names of players who are shown nothing, because their accounts may not log in. */
export async function whoMayNotSignIn(admin: Client, players: ReadonlyMap<string, string>): Promise<string[]> {
  const { rows } = await admin.query<{ id: string; status: AccountStatus }>('select id, status from player')
  return rows.flatMap(({ id, status }) => (actionRefusal(status, 'sign_in') === null ? [] : (players.get(id) ?? [])))
}
