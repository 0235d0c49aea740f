import type { Json } from '#core/fairness/canonical'
import { limitsIn } from '#core/games/rules'
import type { Limits } from '#core/rules/stake-limits'
import type { Queryable } from '../../world/members/database.ts'
import type { Memory } from '../../world/members/memory.ts'

/** The limits that each of these rules' documents sets, by the document's hash; each document, which is long, is read once. */
export async function limitsByRules(
  { limitsByRules: known }: Pick<Memory, 'limitsByRules'>,
  db: Queryable,
  hashes: Iterable<string>,
): Promise<ReadonlyMap<string, Limits>> {
  const unknown = new Set([...hashes].filter((hash) => !known.has(hash)))
  if (unknown.size === 0) return known
  const found = await db
    .selectFrom('rules_document')
    .select(['hash', 'document'])
    .where('hash', 'in', [...unknown])
    .execute()
  for (const { hash, document } of found) known.set(hash, limitsIn(JSON.parse(document) as Json))
  return known
}
