import { sql } from 'kysely'
import type { Queryable } from '../../world/members/database.ts'

/** Where the chain over operators' actions ends: published, it fixes every action up to it for good. */
export type ActionsHead = { readonly number: bigint; readonly hash: string }

/** The newest link, or null while nobody has done anything. */
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
 * What no longer fits: an action edited, removed, added or moved, or a link of the chain. A tail cut off together with its
 * links shows only against a head that was published before: those in the public log, and one that was kept elsewhere.
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
    select head_told(line, 'number') as number from log_record
    left join action_chain link on link.number = head_told(line, 'number')::bigint
    where type = 'head' and head_told(line, 'book') = 'actions'
      and encode(link.hash, 'hex') is distinct from head_told(line, 'hash')
    order by seq`.execute(db)
  const problems = [
    ...rows.map(({ what }) => `operators’ actions are chained: ${what}`),
    ...lost.map(({ number }) => `a published head is in the chain of actions: that of link ${number} is not`),
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
