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

/** A stretch of the chain: the links, and the actions with such ids, after one number up to another. */
export type Stretch = { readonly after: bigint; readonly upto: bigint }

/** Before every link and after every link, whatever number somebody gave it. */
const lowest = -(2n ** 62n)
const highest = 2n ** 62n

/** The next links after a stretch, or the first ones; the last stretch has no end. */
export async function nextStretch(db: Queryable, former: Stretch | null, links: number): Promise<Stretch> {
  const after = former?.upto ?? lowest
  const last = await db
    .selectFrom('action_chain')
    .select('number')
    .where('number', '>', after)
    .orderBy('number')
    .offset(links - 1)
    .limit(1)
    .executeTakeFirst()
  return { after, upto: last?.number ?? highest }
}

export const isLast = ({ upto }: Stretch): boolean => upto === highest

/**
 * Finds actions and links that were edited, removed, added or moved. If the newest actions are removed together with their links,
 * only a head that was published before shows it: the heads in the public log, and `published`, which was stored elsewhere.
 */
export async function brokenActions(db: Queryable, published?: ActionsHead): Promise<string[]> {
  return [...(await brokenLinks(db, { after: lowest, upto: highest })), ...(await contradictedActions(db, published))]
}

/** What is wrong with a stretch of the chain. */
export async function brokenLinks(db: Queryable, { after, upto }: Stretch): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select what from (
      select link.number, case
          when action.id is null then 'the action of link ' || link.number || ' is gone'
          when former.number is null and link.number <> 1 then 'link ' || link.number - 1 || ' is gone'
          when link.former_hash <> coalesce(former.hash, sha256('clearball actions'))
            then 'link ' || link.number || ' does not follow the one before'
          when link.hash <> action_hash(link.former_hash, action) then 'action ' || action.id || ' was changed'
        end as what
      from action_chain link
      left join action_chain former on former.number = link.number - 1
      left join operator_action action on action.id = link.action_id
      where link.number > ${after} and link.number <= ${upto}
      union all
      select id, 'action ' || id || ' is not in the chain' from operator_action action
      where id > ${after} and id <= ${upto} and not exists (select from action_chain where action_id = action.id)) each
    where what is not null order by number limit 20`.execute(db)
  return rows.map(({ what }) => `operators’ actions are chained: ${what}`)
}

/** Which heads that were published before are no longer in the chain. */
export async function contradictedActions(db: Queryable, published?: ActionsHead): Promise<string[]> {
  const { rows: lost } = await sql<{ number: string }>`
    select head_field(entry, 'number') as number from log_record
    left join action_chain link on link.number = head_field(entry, 'number')::bigint
    where type = 'head' and head_field(entry, 'book') = 'actions'
      and encode(link.hash, 'hex') is distinct from head_field(entry, 'hash')
    order by seq`.execute(db)
  const problems = lost.map(({ number }) => `the published head of link ${number} is not in the chain of actions`)
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
