import { publicKeyOf } from '#core/fairness/signatures'
import type { App } from '../app.ts'
import { type Queryable, transaction } from '../db/database.ts'
import type { Secret } from '../secret.ts'
import { openPublicLog } from './public-log.ts'

/** The keys that signed the log, first to last; none until one was changed. */
async function keysOf(db: Queryable) {
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

/** Hands the log over to another key: the last record of the old one names the new one. */
export async function changeOperatorKey(app: App, next: Secret): Promise<{ seq: number; publicKey: string }> {
  const publicKey = publicKeyOf(next.reveal())
  return transaction(app.db, app.random, async (tx) => {
    const { append } = await openPublicLog(app, tx)
    const { head } = await append({ type: 'key', body: { publicKey } })
    const known = await keysOf(tx)
    const first = { from_seq: 0n, public_key: publicKeyOf(app.config.operatorKey.reveal()) }
    await tx
      .insertInto('operator_key')
      .values([...(known.length === 0 ? [first] : []), { from_seq: BigInt(head.seq) + 1n, public_key: publicKey }])
      .execute()
    return { seq: head.seq, publicKey }
  })
}
