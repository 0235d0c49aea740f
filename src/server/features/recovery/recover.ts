import { recover } from '#contract/people/recovery'
import { forgetDevices } from '../../services/guard/devices.ts'
import { endSessions } from '../../services/people/sessions.ts'
import { handlePrepared } from '../../services/calls/handle.ts'
import { queueSecurityNotice } from '../../services/mails/queue-mail.ts'
import { choosePassword } from '../../services/people/choose-password.ts'
import { playerById } from '../../services/people/find-player.ts'
import { checkCode, useCode } from './verification-codes.ts'

/**
 * Somebody who took over a mailbox could take over the account with it; a day without withdrawals gives its owner time
 * to notice.
 */
const pauseMs = 24 * 3_600_000

export const recoverHandler = handlePrepared(
  recover,
  async ({ input, db, nowMs, config }) => {
    const given = { id: input.requestId, code: input.code, purposes: ['recovery'] } as const
    const { playerId } = await checkCode(db, given, { nowMs, config })
    const player = await playerById(db.query, playerId)
    return {
      player,
      loginHash: await choosePassword({ password: input.password, otherHash: player.payment_hash, config }),
    }
  },
  async ({ input, prepared: { player, loginHash }, tx, nowMs, random, publish }) => {
    await useCode(tx, input.requestId, nowMs)
    await tx
      .updateTable('player')
      .set({ login_hash: loginHash, withdrawals_paused_until: new Date(nowMs + pauseMs) })
      .where('id', '=', player.id)
      .execute()
    await forgetDevices(tx, { playerId: player.id })
    for (const sessionId of await endSessions(tx, player.id, { nowMs })) {
      publish({ audience: `player:${player.id}`, kind: 'session.ended', body: { sessionId } })
    }
    await queueSecurityNotice(tx, player, { change: 'recovered', nowMs, random })
    return {}
  },
)
