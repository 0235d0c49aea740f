import { askTogether } from '../../db/together.ts'
import type { App } from '../../world/app.ts'
import type { FindSession, SessionRow } from '../../world/members/sessions.ts'

const sessionsByToken = {
  name: 'sessions_by_token',
  text: `
    select token_hash, session.id, player_id, operator_id, seen_at, confirmed_at, ended_at, second_factor_at, role
    from session
    left join operator on operator.id = session.operator_id
    where token_hash = any($1::bytea[]) and operator.left_at is null`,
}

/** For a request that was sent before its session's token was renewed. Actions that ask for the password again refuse it. */
const sessionsByFormerToken = {
  name: 'sessions_by_former_token',
  text: `
    select former_hash as token_hash, session.id, player_id, operator_id, seen_at, to_timestamp(0) as confirmed_at, ended_at,
      second_factor_at, role
    from session
    left join operator on operator.id = session.operator_id
    where former_hash = any($1::bytea[]) and former_until > $2 and operator.left_at is null`,
}

export function openSessionFinder({ db, clock }: Pick<App, 'db' | 'clock'>): FindSession {
  return askTogether<Buffer, SessionRow | undefined>(async (hashes) => {
    const { rows } = await db.pool.query<SessionRow>({ ...sessionsByToken, values: [hashes] })
    const found = new Map(rows.map((row) => [row.token_hash.toString('hex'), row]))
    const unknown = hashes.filter((hash) => !found.has(hash.toString('hex')))
    if (unknown.length > 0) {
      const values = [unknown, new Date(clock.nowMs())]
      const former = await db.pool.query<SessionRow>({ ...sessionsByFormerToken, values })
      for (const row of former.rows) found.set(row.token_hash.toString('hex'), row)
    }
    return hashes.map((hash) => found.get(hash.toString('hex')))
  })
}
