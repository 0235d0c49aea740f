import { publicKeyOf } from '#core/fairness/signatures'
import { parseCheckpoint } from '#core/fairness/tlog/checkpoint'
import { parseNote, signaturesBy } from '#core/fairness/tlog/note'
import type { App, RunningConfig } from '../../world/app.ts'
import type { Queryable } from '../../world/members/database.ts'
import type { Secret } from '../../world/secrets/secret.ts'
import { openSecret } from './draw-secret.ts'
import { keysOf } from './operator-keys.ts'
import { newestCheckpoint } from './public-log.ts'
import { signingKeyOf } from './sign-note.ts'

export const notTheKey = 'OPERATOR_KEY is not the key that signs the public log in this database.'

/** Whether a key may sign the next checkpoint of the log; any key may sign the first. */
export async function mayGoOn(
  db: Queryable,
  config: Pick<RunningConfig, 'operatorKey' | 'logOrigin'>,
): Promise<boolean> {
  const newest = await newestCheckpoint(db)
  if (!newest) return true
  // Right after a change of key, the newest checkpoint is the last one that the old key signed.
  const named = (await keysOf(db)).at(-1)
  if (named) return named.public_key === publicKeyOf(config.operatorKey.reveal())
  const note = parseNote(newest.note)
  return note !== null && signaturesBy(note, signingKeyOf(config.operatorKey, config.logOrigin).key).length > 0
}

/** The name under which the log in the database was begun, if it is not this node's. */
async function otherOrigin(db: Queryable, origin: string): Promise<string | null> {
  const newest = await newestCheckpoint(db)
  const begun = newest && parseCheckpoint(parseNote(newest.note)?.text ?? '')?.origin
  return begun && begun !== origin ? begun : null
}

/** Rows beside each other are lost together, and so many fill a dozen pages. */
const looksAt = 500

/**
 * Whether a key is the one that sealed the secrets of draws to come, judged by all but one of them; null where there are no others. A
 * key that opens none is another one, and says nothing about the secret of that one.
 */
export async function sealsDraws(db: Queryable, drawKey: Secret, but: string | null): Promise<boolean | null> {
  const rows = await db
    .selectFrom('period')
    .select(['draw_id as drawId', 'commit', 'secret_sealed as sealed'])
    .where('status', '=', 'scheduled')
    .orderBy('closes_at', 'desc')
    .limit(looksAt)
    .execute()
  const others = rows.filter(({ drawId }) => drawId !== but)
  return others.length === 0 ? null : others.some((each) => openSecret(each, drawKey) !== null)
}

export const notTheDrawKey = 'DRAW_KEY is not the key that sealed the secrets of the coming draws.'

/** Why this node may not continue the log in its database, as a sentence for the person who starts it; null where it may. */
export async function keyProblem({ db, config, beacon }: App): Promise<string | null> {
  const begun = await otherOrigin(db.query, config.logOrigin)
  if (begun)
    return `The public log in this database is named ${begun}, and PUBLIC_URL would name it ${config.logOrigin}. Set LOG_ORIGIN=${begun} to continue it.`
  if (!(await mayGoOn(db.query, config))) return notTheKey
  const other = await db.query
    .selectFrom('period')
    .select('id')
    .where('chain_hash', '<>', beacon.chain.chainHash)
    .limit(1)
    .executeTakeFirst()
  if (other) return 'The public log in this database was begun with another beacon; a site cannot change its beacon.'
  return (await sealsDraws(db.query, config.drawKey, null)) === false ? notTheDrawKey : null
}
