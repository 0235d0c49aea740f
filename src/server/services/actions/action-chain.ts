import { sql } from 'kysely'
import type { Queryable } from '../../world/members/database.ts'

/** The head of the hash chain over operators' actions. Once it is published, no action up to it can be changed unnoticed. */
export type ActionsHead = { readonly number: bigint; readonly hash: string }

/** The newest link, or null while there are no actions. */
export async function actionsHead(db: Queryable): Promise<ActionsHead | null> {
  const link = await db
    .selectFrom('action_chain')
    .select(['number', 'hash'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return link ? { number: link.number, hash: link.hash.toString('hex') } : null
}

/**
 * Finds actions and links that were edited, removed, added or moved. If the newest actions are removed together with their links,
 * only a head that was published before shows it: the heads in the public log, and `published`, which was stored elsewhere.
 */
export async function brokenActions(db: Queryable, published?: ActionsHead): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select what from (
      select coalesce(link.number, 0) as number, case
          when link.number is null then 'action ' || action.id || ' is not in the chain'
          when action.id is null then 'the action of link ' || link.number || ' is gone'
          when link.number <> expected then 'link ' || expected || ' is gone'
          when link.former_hash <> former then 'link ' || link.number || ' does not follow the one before'
          when link.hash <> action_hash(link.former_hash, action) then 'action ' || action.id || ' was changed'
        end as what
      from operator_action action full join (
        select *, row_number() over (order by number) as expected,
          coalesce(lag(hash) over (order by number), sha256('clearball actions')) as former
        from action_chain) link on link.action_id = action.id) each
    where what is not null order by number limit 20`.execute(db)
  const { rows: lost } = await sql<{ number: string }>`
    select head_field(entry, 'number') as number from log_record
    left join action_chain link on link.number = head_field(entry, 'number')::bigint
    where type = 'head' and head_field(entry, 'book') = 'actions'
      and encode(link.hash, 'hex') is distinct from head_field(entry, 'hash')
    order by seq`.execute(db)
  const problems = [
    ...rows.map(({ what }) => `operators’ actions are chained: ${what}`),
    ...lost.map(({ number }) => `the published head of link ${number} is not in the chain of actions`),
  ]
  if (!published) return problems
  const link = await db
    .selectFrom('action_chain')
    .select('hash')
    .where('number', '=', published.number)
    .executeTakeFirst()
  if (link?.hash.toString('hex') !== published.hash)
    problems.push(`the published head ${published.number}:${published.hash} is not in the chain of actions`)
  return problems
}
