import { publicKeyOf } from '#core/fairness/signatures'
import type { App } from '../../world/app.ts'
import type { Queryable } from '../../world/members/database.ts'
import type { Secret } from '../../world/secrets/secret.ts'

/** The keys that signed the log, first to last; none until one was changed. */
export async function keysOf(db: Queryable) {
  return db.selectFrom('operator_key').select(['from_seq', 'public_key']).orderBy('from_seq').execute()
}

/** The key the log was begun with, from which whoever checks it follows the changes. */
export async function firstKey({ db, config }: Pick<App, 'db' | 'config'>): Promise<string> {
  const [first] = await keysOf(db.query)
  return first?.public_key ?? publicKeyOf(config.operatorKey.reveal())
}

/** The key a record of that number is signed with, and how the log says so from its first key on. */
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

/** Whether this node's key is the one that signs now. A node that was not told of a change must not go on signing. */
export async function isKeyInForce(db: Queryable, own: Secret): Promise<boolean> {
  const newest = (await keysOf(db)).at(-1)
  return !newest || newest.public_key === publicKeyOf(own.reveal())
}
