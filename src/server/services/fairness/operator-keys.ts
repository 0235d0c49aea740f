import { formatKey, noteKey } from '#core/fairness/tlog/note'
import { formatProofFile } from '#core/fairness/tlog/proof-file'
import { publicKeyOf } from '#core/fairness/signatures'
import type { App } from '../../world/app.ts'
import type { Queryable } from '../../world/members/database.ts'
import type { Secret } from '../../world/secrets/secret.ts'
import { inclusionOf } from './log-tree.ts'

/** The keys that signed the log, first to last; empty until the first change of key. */
export async function keysOf(db: Queryable) {
  return db.selectFrom('operator_key').select(['from_seq', 'public_key']).orderBy('from_seq').execute()
}

/** The number of the record with which the log began under its present name; null where it never had another. */
async function restartedAt(db: Queryable): Promise<bigint | null> {
  const row = await db
    .selectFrom('log_record')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .where('type', '=', 'restart')
    .executeTakeFirst()
  return (row?.seq as bigint | null) ?? null
}

/** The key that the log was begun with, as a verifier key; a verifier follows the changes of key from it. */
export async function firstKey(db: Queryable, config: App['config']): Promise<string> {
  const began = (await restartedAt(db)) ?? 0n
  const first = (await keysOf(db)).findLast(({ from_seq: from }) => from <= began)
  const publicKey = first?.public_key ?? publicKeyOf(config.operatorKey.reveal())
  return formatKey(noteKey(config.logOrigin, 1, Buffer.from(publicKey, 'hex')))
}

/** The changes of key as proof files: each has the record that names the next key, and a checkpoint that the key before signed. */
export async function keyChanges(db: Queryable): Promise<string[]> {
  const rows = await db
    .selectFrom('log_record')
    .innerJoin('log_checkpoint', (join) => join.on((eb) => eb('log_checkpoint.size', '=', eb('seq', '+', 1n))))
    .select(['seq', 'entry', 'note'])
    .where('type', '=', 'key')
    .where('seq', '>', (await restartedAt(db)) ?? -1n)
    .orderBy('seq')
    .execute()
  return Promise.all(
    rows.map(async ({ seq, entry, note }) => {
      const index = Number(seq)
      const proof = await inclusionOf(db, index, index + 1)
      return formatProofFile({ extra: Buffer.from(entry), index, proof, checkpoint: note })
    }),
  )
}

/** The public key that signs the checkpoint of that size. */
export async function keyAt(db: Queryable, own: Secret, size: number): Promise<string> {
  const keys = (await keysOf(db)).filter(({ from_seq: from }) => Number(from) < size)
  return keys.at(-1)?.public_key ?? publicKeyOf(own.reveal())
}

/** Whether this node's key is the current one. A node that still has an old key must not sign. */
export async function isKeyInForce(db: Queryable, own: Secret): Promise<boolean> {
  const newest = (await keysOf(db)).at(-1)
  return !newest || newest.public_key === publicKeyOf(own.reveal())
}
