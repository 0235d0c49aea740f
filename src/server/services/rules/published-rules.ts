import type { Json } from '#core/fairness/canonical'
import { type PublishedRules, readRules } from '#core/games/rules'
import type { Queryable } from '../../world/members/database.ts'
import type { Memory } from '../../world/members/memory.ts'

/** The published rules documents with these hashes, by hash. Documents are long, so each is read once. */
export async function publishedRules(
  { publishedRules: known }: Pick<Memory, 'publishedRules'>,
  db: Queryable,
  hashes: Iterable<string>,
): Promise<ReadonlyMap<string, PublishedRules>> {
  const unknown = new Set([...hashes].filter((hash) => !known.has(hash)))
  if (unknown.size === 0) return known
  const found = await db
    .selectFrom('rules_document')
    .select(['hash', 'document'])
    .where('hash', 'in', [...unknown])
    .execute()
  for (const { hash, document } of found) known.set(hash, readRules(JSON.parse(document) as Json))
  return known
}
