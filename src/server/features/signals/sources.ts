import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../world/members/database.ts'

type Source = {
  readonly table: string
  readonly instant: string
  readonly idType: RawBuilder<unknown>
  /** The first value of that type. */
  readonly firstId: string
  readonly only: RawBuilder<unknown>
  /** How many events are read at once. A period stands for all of its bets. */
  readonly batch: number
}

const byUuid = { idType: sql`uuid`, firstId: '00000000-0000-0000-0000-000000000000', batch: 500 } as const
const byNumber = { idType: sql`integer`, firstId: '0', batch: 20 } as const
const every = sql`true`

/** The events that rules look at. Each has an index in the order in which they are read. */
export const sources = {
  withdrawals: { table: 'withdrawal', instant: 'created_at', only: every, ...byUuid },
  deposits: { table: 'deposit', instant: 'decided_at', only: sql`status = 'passed'`, ...byUuid },
  wallets: { table: 'wallet', instant: 'created_at', only: every, ...byUuid },
  sessions: { table: 'session', instant: 'created_at', only: sql`player_id is not null`, ...byUuid },
  periods: { table: 'period', instant: 'settled_at', only: sql`settled_at is not null`, ...byNumber },
} as const satisfies Record<string, Source>

export type SourceName = keyof typeof sources

export const sourceNames = Object.keys(sources) as SourceName[]

/** How far events were read: PostgreSQL's own text of the instant, because a `Date` would lose digits of it. */
export type Place = { readonly at: string; readonly id: string }

/** The place before every event of an instant. */
export function placeBefore(source: SourceName, at: Date): Place {
  return { at: at.toISOString(), id: sources[source].firstId }
}

/** The next events after a place, oldest first, up to an instant. */
export async function eventsAfter(
  db: Queryable,
  source: SourceName,
  { place, until }: { readonly place: Place; readonly until: Date },
): Promise<Place[]> {
  const { table, instant, idType, batch, only }: Source = sources[source]
  const at = sql.ref(instant)
  const { rows } = await sql<Place>`
    select id::text as id, ${at}::text as at from ${sql.table(table)}
    where (${at}, id) > (${place.at}::timestamptz, ${place.id}::${idType}) and ${at} <= ${until} and ${only}
    order by ${at}, id limit ${batch}`.execute(db)
  return rows
}
