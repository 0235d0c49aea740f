import { recordHash } from '#core/fairness/log'
import type { SignedRecord } from '#core/fairness/records'
import { isSignedBy, publicKeyOf } from '#core/fairness/signatures'
import type { App } from '../../world/app.ts'
import type { Queryable } from '../../world/members/database.ts'
import type { Secret } from '../../world/secrets/secret.ts'
import { openSecret } from './draw-secret.ts'

export const notTheKey = 'OPERATOR_KEY is not the key that signs the public log in this database.'

/** Whether a key may sign the next record of the log; any key may sign the first. */
export async function mayGoOn(db: Queryable, key: Secret): Promise<boolean> {
  const newest = await db.selectFrom('log_record').select('line').orderBy('seq', 'desc').limit(1).executeTakeFirst()
  if (!newest) return true
  const { record, sig } = JSON.parse(newest.line) as SignedRecord
  const publicKey = publicKeyOf(key.reveal())
  // Right after a change of key, the newest record is the one in which the old key names the new one.
  if (record.type === 'key') return record.body.publicKey === publicKey
  return isSignedBy({ hash: recordHash(record), sig, publicKey })
}

/** Why this node may not continue the log in its database, as a sentence for the person who starts it; null where it may. */
export async function keyProblem({ db, config, beacon }: App): Promise<string | null> {
  if (!(await mayGoOn(db.query, config.operatorKey))) return notTheKey
  const other = await db.query
    .selectFrom('period')
    .select('id')
    .where('chain_hash', '<>', beacon.chain.chainHash)
    .limit(1)
    .executeTakeFirst()
  if (other) return 'The public log in this database was begun with another beacon; a site cannot change its beacon.'
  const next = await db.query
    .selectFrom('period')
    .select(['draw_id', 'commit', 'secret_sealed'])
    .where('status', '=', 'scheduled')
    .orderBy('closes_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!next) return null
  const secret = openSecret({ drawId: next.draw_id, commit: next.commit, sealed: next.secret_sealed }, config.drawKey)
  return secret === null ? 'DRAW_KEY is not the key that sealed the secrets of the coming draws.' : null
}
