import { sql } from 'kysely'
import type { Queryable } from '../../world/members/database.ts'

/** What two accounts have in common, the strongest reason first. */
export const linkReasons = ['document', 'wallet', 'card', 'device', 'inviter', 'address'] as const
export type LinkReason = (typeof linkReasons)[number]

export type AccountLink = {
  /** Where the reason is `inviter`, `a` invited `b`. Otherwise the order of the two means nothing. */
  readonly a: string
  readonly b: string
  readonly reason: LinkReason
  /** When the second of the two came to what they have in common. */
  readonly since: Date
}

export type Links = {
  readonly links: AccountLink[]
  /** Something is shared by so many accounts that not all of them are listed, as the network address of a café is. */
  readonly reasonsCut: LinkReason[]
}

type Bounds = {
  /** The most links that are returned for each reason. */
  readonly most: number
}

/** Of each thing that accounts share, the first so many accounts are found. */
const accountsOfOne = 50
/** How far back a player's own log-ins, wallets and papers are followed, and how many different ones of all players. */
const ownRows = 200
const ownThings = 500

/** The links of these players to each other and to any other player. */
export async function linksOf(db: Queryable, playerIds: readonly string[], bounds: Bounds): Promise<AccountLink[]> {
  return (await findLinks(db, playerIds, bounds)).links
}

/** The same, and for which reasons there are more links than were listed. */
export async function findLinks(db: Queryable, playerIds: readonly string[], { most }: Bounds): Promise<Links> {
  const ids = [...new Set(playerIds)]
  const links: AccountLink[] = []
  const reasonsCut: LinkReason[] = []
  if (ids.length === 0) return { links, reasonsCut }
  for (const reason of linkReasons) {
    const found =
      reason === 'inviter' ? await invitations(db, ids, most) : await sharing(db, ids, { ...shared[reason], most })
    links.push(...withoutRepetition(found, reason).slice(0, most))
    if (found.length > most || found.some(({ is_crowded }) => is_crowded)) reasonsCut.push(reason)
  }
  return { links, reasonsCut }
}

type Shared = { readonly table: string; readonly column: string; readonly kind?: 'digital' | 'bank' }

/** Where the things are that accounts may share. Each has an index that begins with the column, the player and the time. */
const shared: Readonly<Record<Exclude<LinkReason, 'inviter'>, Shared>> = {
  document: { table: 'certification', column: 'document_hash' },
  wallet: { table: 'wallet', column: 'fingerprint', kind: 'digital' },
  card: { table: 'wallet', column: 'fingerprint', kind: 'bank' },
  device: { table: 'session', column: 'browser' },
  address: { table: 'session', column: 'address' },
}

type Found = { readonly a: string; readonly b: string; readonly since: Date; readonly is_crowded: boolean }

/**
 * Steps from account to account in the index of the shared thing, so that an address with a million log-ins costs as many
 * steps as accounts are listed and not as many as there are log-ins.
 */
async function sharing(db: Queryable, ids: readonly string[], what: Shared & Bounds): Promise<Found[]> {
  const [table, column] = [sql.table(what.table), sql.ref(what.column)]
  const ofKind = what.kind ? sql`and kind = ${what.kind}` : sql``
  const { rows } = await sql<Found>`
    with recursive own as (
      select person.id as player_id, used.thing, min(used.created_at) as first_at
      from unnest(${ids}::uuid[]) as person (id)
      cross join lateral (
        select ${column} as thing, created_at from ${table}
        where player_id = person.id and ${column} is not null ${ofKind}
        order by created_at desc limit ${ownRows}
      ) as used
      group by 1, 2 order by 3 desc limit ${ownThings}
    ), step as (
      select own.player_id as a, own.thing, own.first_at, next.player_id as b, next.created_at, 1 as number
      from own cross join lateral (
        select player_id, created_at from ${table}
        where ${column} = own.thing and player_id is not null order by player_id, created_at limit 1
      ) as next
      union all
      select step.a, step.thing, step.first_at, next.player_id, next.created_at, step.number + 1
      from step cross join lateral (
        select player_id, created_at from ${table}
        where ${column} = step.thing and player_id > step.b order by player_id, created_at limit 1
      ) as next
      where step.number <= ${accountsOfOne}
    )
    select a, b, min(greatest(first_at, created_at)) as since, bool_or(number > ${accountsOfOne}) as is_crowded
    from step where a <> b
    group by a, b order by since desc, a, b limit ${what.most + 1}`.execute(db)
  return rows
}

async function invitations(db: Queryable, ids: readonly string[], most: number): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select invited_by as a, id as b, created_at as since, false as is_crowded
    from player where id = any (${ids}::uuid[]) and invited_by is not null
    union
    select person.id, invited.id, invited.created_at, false
    from unnest(${ids}::uuid[]) as person (id)
    cross join lateral (
      select id, created_at from player where invited_by = person.id order by created_at desc, id desc limit ${most + 1}
    ) as invited
    order by since desc, a, b limit ${most + 1}`.execute(db)
  return rows
}

/** Two players of the question who share something find each other twice. */
function withoutRepetition(found: readonly Found[], reason: LinkReason): AccountLink[] {
  const links = new Map<string, AccountLink>()
  for (const { a, b, since } of found) {
    const [first, second] = reason === 'inviter' || a < b ? [a, b] : [b, a]
    links.set(`${first} ${second}`, { a: first, b: second, reason, since })
  }
  return [...links.values()]
}
