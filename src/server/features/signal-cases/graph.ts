import type { Queryable } from '../../world/members/database.ts'
import { findLinks } from '../../services/links/links.ts'

/** A picture with more accounts than this says nothing to anybody. */
const nodesMost = 60
const linksMost = 200

/** The accounts around some players, and what links them. The players themselves always come first. */
export async function graphOf(db: Queryable, playerIds: readonly string[]) {
  const { links, reasonsCut } = await findLinks(db, playerIds, { most: linksMost })
  const own = new Set(playerIds)
  // Accounts that several links lead to are more telling than accounts that one leads to.
  const degree = new Map<string, number>()
  for (const { a, b } of links)
    for (const each of [a, b]) if (!own.has(each)) degree.set(each, (degree.get(each) ?? 0) + 1)
  const others = [...degree].toSorted(([one, many], [other, few]) => few - many || (one < other ? -1 : 1))
  const all = [...own, ...others.map(([id]) => id)]
  const ids = all.slice(0, nodesMost)
  const accounts = await accountsOf(db, ids)
  const isShown = new Set(ids)
  return {
    nodes: ids.flatMap((id) => {
      const account = accounts.get(id)
      return account === undefined ? [] : [{ id, account, isOfCase: own.has(id) }]
    }),
    links: links
      .filter(({ a, b }) => isShown.has(a) && isShown.has(b))
      .map(({ a, b, reason, since }) => ({ a, b, reason, since: since.getTime() })),
    isCut: all.length > nodesMost || reasonsCut.length > 0,
  }
}

async function accountsOf(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('player').select(['id', 'account']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, account }) => [id, account]))
}
