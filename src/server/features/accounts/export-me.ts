import { exportMe } from '#contract/people/profile'
import { handle } from '../../http/handle.ts'
import { statementOf } from '../../ledger/statement.ts'
import { playerById } from './queries.ts'

/** Everything kept about a player but the hashes of their passwords, which nobody can read. */
export const exportMeHandler = handle(exportMe, async ({ caller, tx, nowMs }) => {
  const { login_hash: _, payment_hash: paymentHash, ...profile } = await playerById(tx, caller.playerId)
  const sessions = await tx
    .selectFrom('session')
    .select(['id', 'created_at', 'seen_at', 'ended_at', 'address', 'agent'])
    .where('player_id', '=', caller.playerId)
    .orderBy('created_at')
    .execute()
  const certifications = await tx
    .selectFrom('certification')
    .select(['legal_name', 'born_on', 'country', 'document_kind', 'status', 'created_at', 'decided_at'])
    .where('player_id', '=', caller.playerId)
    .orderBy('created_at')
    .execute()
  const mails = await tx
    .selectFrom('mail')
    .select(['created_at', 'sent_at', 'recipient', 'subject'])
    .where('recipient', '=', profile.email)
    .orderBy('created_at')
    .execute()
  return {
    exportedAt: new Date(nowMs).toISOString(),
    profile: { ...profile, hasPaymentPassword: paymentHash !== null },
    sessions,
    statement: await statementOf(tx, caller.playerId),
    certifications,
    mails,
  }
})
