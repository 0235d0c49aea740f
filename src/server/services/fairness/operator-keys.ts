import { publicKeyOf } from '#core/fairness/signatures'
import type { App } from '../../world/app.ts'
import type { Queryable } from '../../world/members/database.ts'
import type { Secret } from '../../world/secrets/secret.ts'

/** The keys that signed the log, first to last; empty until the first change of key. */
export async function keysOf(db: Queryable) {
  return db.selectFrom('operator_key').select(['from_seq', 'public_key']).orderBy('from_seq').execute()
}

/** The key that the log was begun with; a verifier follows the changes of key from it. */
export async function firstKey({ db, config }: Pick<App, 'db' | 'config'>): Promise<string> {
  const [first] = await keysOf(db.query)
  return first?.public_key ?? publicKeyOf(config.operatorKey.reveal())
}

/** The key that signs the record of that number, and the records that lead to it from the log's first key. */
export async function keyAt(db: Queryable, own: Secret, seq: bigint): Promise<{ key: string; changes: string[] }> {
  const keys = (await keysOf(db)).filter(({ from_seq: from }) => from <= seq)
  const rows = await db
    .selectFrom('log_record')
    .select('line')
    .where('type', '=', 'key')
    .where('seq', '<', seq)
    .orderBy('seq')
    .execute()
  return { key: keys.at(-1)?.public_key ?? publicKeyOf(own.reveal()), changes: rows.map(({ line }) => line) }
}

/** Whether this node's key is the current one. A node that still has an old key must not sign. */
export async function isKeyInForce(db: Queryable, own: Secret): Promise<boolean> {
  const newest = (await keysOf(db)).at(-1)
  return !newest || newest.public_key === publicKeyOf(own.reveal())
}
