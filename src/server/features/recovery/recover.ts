import { recover } from '#contract/people/recovery'
import { requireConfirmedClock } from '../../services/beacon/confirmed-clock.ts'
import { takeAnswer } from '../../services/guard/own-counts.ts'
import { forgetDevices } from '../../services/guard/devices.ts'
import { endSessions } from '../../services/people/sessions.ts'
import { handlePrepared } from '../../services/calls/handle.ts'
import { queueSecurityNotice } from '../../services/mails/queue-mail.ts'
import { choosePassword, refuseWeakPassword } from '../../services/people/choose-password.ts'
import { playerById } from '../../services/people/find-player.ts'
import { checkCode, useCode } from './verification-codes.ts'

/**
 * Somebody who took over a mailbox could take over the account with it; a day without withdrawals gives its owner time
 * to notice.
 */
const pauseMs = 24 * 3_600_000

export const recoverHandler = handlePrepared(
  recover,
  async (context) => {
    const { input, beacon, db, nowMs, config } = context
    // By a clock that is behind, the day without withdrawals would be over.
    requireConfirmedClock(beacon)
    // Before the code is tried, because a code bears few tries.
    refuseWeakPassword({ password: input.password, config })
    const given = { id: input.requestId, code: input.code, purposes: ['recovery'] } as const
    const { playerId, mailId } = await checkCode(db, given, { nowMs, config })
    const player = await playerById(db.query, playerId)
    const mail = db.query.selectFrom('mail').select('recipient').where('id', '=', mailId)
    if (player.payment_hash) await takeAnswer(context, playerId, ['other-password', 'recovery'])
    return {
      player,
      sentTo: (await mail.executeTakeFirst())?.recipient ?? null,
      loginHash: await choosePassword({ password: input.password, otherHash: player.payment_hash, config }),
    }
  },
  async ({ input, prepared: { player, sentTo, loginHash }, tx, nowMs, random, publish, refuse }) => {
    await useCode(tx, input.requestId, nowMs)
    const changed = await tx
      .updateTable('player')
      .set({ login_hash: loginHash, withdrawals_paused_until: new Date(nowMs + pauseMs) })
      .where('id', '=', player.id)
      // The code proves that somebody reads this mailbox: it opens nothing once the account has another address or is closed.
      .where('email', '=', sentTo)
      .where('payment_hash', 'is not distinct from', player.payment_hash)
      .where('status', '<>', 'closed')
      .returning('id')
      .executeTakeFirst()
    if (!changed) refuse('code_invalid', { field: 'code' })
    await forgetDevices(tx, { playerId: player.id })
    for (const sessionId of await endSessions(tx, player.id, { nowMs })) {
      publish({ audience: `player:${player.id}`, kind: 'session.ended', body: { sessionId } })
    }
    await queueSecurityNotice(tx, player, { change: 'recovered', nowMs, random })
    return {}
  },
)
