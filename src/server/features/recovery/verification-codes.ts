import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { codeDigits, codeLifeMs, codeTries, resendWaitMs } from '#core/rules/verification-code'
import type { RunningConfig } from '../../world/app.ts'
import type { Db, Tx } from '../../world/members/database.ts'
import type { Random } from '../../world/random.ts'
import { Refusal } from '../../world/refusal.ts'

type Purpose = 'recovery' | 'email' | 'phone'
type Asked = {
  readonly purpose: Purpose
  /** Null where the account does not exist: the request exists, but no code will ever be right. */
  readonly playerId: string | null
  /** What the request is about, for the resend limit; stored as a keyed hash. */
  readonly subject: string
  readonly target: string
}
type At = { readonly nowMs: number; readonly random: Random; readonly config: RunningConfig }

/** Creates a code, its request and its mail. Refuses where one was sent too recently. */
export async function makeCode(
  tx: Tx,
  asked: Asked,
  { nowMs, random, config }: At,
): Promise<{ id: string; code: string; mailId: string }> {
  const subjectHash = keyedHash(config, asked.purpose, asked.subject)
  // One request at a time per subject, so that each counts the ones before it.
  await sql`select pg_advisory_xact_lock(${subjectHash.readBigInt64BE()})`.execute(tx)
  const sent = await tx
    .selectFrom('verification_code')
    .select('created_at')
    .where('subject_hash', '=', subjectHash)
    .execute()
  const waitMs = resendWaitMs(
    sent.map(({ created_at }) => created_at.getTime()),
    nowMs,
  )
  if (waitMs > 0) throw new Refusal('too_many_requests', { seconds: String(Math.ceil(waitMs / 1000)) })
  const id = random.uuid()
  const mailId = random.uuid()
  const code = String(random.below(10 ** codeDigits)).padStart(codeDigits, '0')
  await tx
    .insertInto('verification_code')
    .values({
      id,
      player_id: asked.playerId,
      purpose: asked.purpose,
      target: asked.target,
      subject_hash: subjectHash,
      code_hash: keyedHash(config, id, code),
      tries_left: codeTries,
      created_at: new Date(nowMs),
      expires_at: new Date(nowMs + codeLifeMs),
      mail_id: mailId,
    })
    .execute()
  return { id, code, mailId }
}

type Given = { readonly id: string; readonly code: string; readonly purposes: readonly Purpose[] }

/**
 * Spends one attempt and compares the code. Runs before the handler's transaction and commits at once, because a wrong
 * guess must cost an attempt even though the request is refused. Returns the player, what was confirmed, and the code's mail.
 */
export async function checkCode(db: Db, given: Given, { nowMs, config }: Omit<At, 'random'>) {
  const row = await db.query
    .updateTable('verification_code')
    .set((eb) => ({ tries_left: eb('tries_left', '-', 1) }))
    .where('id', '=', given.id)
    .where('purpose', 'in', given.purposes)
    .where('tries_left', '>', 0)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(nowMs))
    .returning(['player_id', 'purpose', 'target', 'code_hash', 'mail_id'])
    .executeTakeFirst()
  const isRight = row && timingSafeEqual(row.code_hash, keyedHash(config, given.id, given.code))
  if (!isRight || !row.player_id) throw new Refusal('code_invalid', { field: 'code' })
  return { playerId: row.player_id, purpose: row.purpose as Purpose, target: row.target, mailId: row.mail_id! }
}

/** Uses the code up, in the transaction of its effect; of two requests at once only one succeeds. */
export async function useCode(tx: Tx, id: string, nowMs: number): Promise<void> {
  const used = await tx
    .updateTable('verification_code')
    .set({ used_at: new Date(nowMs) })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!used) throw new Refusal('code_invalid', { field: 'code' })
}

function keyedHash({ pepper }: RunningConfig, ...parts: string[]): Buffer {
  return createHmac('sha256', pepper.reveal()).update(parts.join('\n')).digest()
}
