import { publicKeyOf } from '#core/fairness/signatures'
import type { App } from '../../world/app.ts'
import { transaction } from '../../db/database.ts'
import type { Secret } from '../../world/secrets/secret.ts'
import { mayGoOn, notTheKey } from './check-keys.ts'
import { keysOf } from './operator-keys.ts'
import { openPublicLog } from './public-log.ts'

/**
 * Hands the log over to a new key: the last record that the old key signs names the new one. If an interrupted attempt has already
 * done so, the same answer is returned.
 */
export async function changeOperatorKey(app: App, next: Secret): Promise<{ seq: number; publicKey: string }> {
  const publicKey = publicKeyOf(next.reveal())
  return transaction(app.db, app.random, async (tx) => {
    const known = await keysOf(tx)
    const newest = known.at(-1)
    if (newest?.public_key === publicKey) return { seq: Number(newest.from_seq) - 1, publicKey }
    const { append } = await openPublicLog(app, tx)
    if (!(await mayGoOn(tx, app.config))) throw new Error(notTheKey)
    const { index } = await append({ type: 'key', body: { publicKey } })
    const first = { from_seq: 0n, public_key: publicKeyOf(app.config.operatorKey.reveal()) }
    await tx
      .insertInto('operator_key')
      .values([...(known.length === 0 ? [first] : []), { from_seq: BigInt(index) + 1n, public_key: publicKey }])
      .execute()
    return { seq: index, publicKey }
  })
}
