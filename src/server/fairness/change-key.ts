import { publicKeyOf } from '#core/fairness/signatures'
import type { App } from '../app.ts'
import { transaction } from '../db/database.ts'
import type { Secret } from '../secret.ts'
import { keysOf } from './operator-keys.ts'
import { openPublicLog } from './public-log.ts'

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
