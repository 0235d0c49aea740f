import { changeLoginPassword } from '#contract/people/profile'
import { endSessions, renewSession } from '../../services/people/sessions.ts'
import { handlePrepared } from '../../services/calls/handle.ts'
import { takeAnswer, takeNotice } from '../../services/guard/own-counts.ts'
import { tryOwnPassword } from '../../services/guard/sign-in.ts'
import { queueSecurityNotice } from '../../services/mails/queue-mail.ts'
import { choosePassword } from '../../services/people/choose-password.ts'
import { playerById } from '../../services/people/find-player.ts'

export const changeLoginPasswordHandler = handlePrepared(
  changeLoginPassword,
  async (context) => {
    const { input, caller, db, config, refuse } = context
    const player = await playerById(db.query, caller.playerId)
    const given = { password: input.old, stored: player.login_hash }
    if (!(await tryOwnPassword(context, { kind: 'player', id: player.id }, given))) {
      refuse('login_password_wrong', { field: 'old' })
    }
    if (player.payment_hash) await takeAnswer(context, player.id, ['other-password', 'change'])
    await takeNotice(context, player.id, 'login_password')
    return {
      player,
      loginHash: await choosePassword({ password: input.password, otherHash: player.payment_hash, config }),
    }
  },
  async ({ prepared: { player, loginHash }, caller, tx, nowMs, random, refuse, keepToken, publish }) => {
    // Only while both hashes are those compared, so that one of two changes at once wins, of the payment password too.
    const changed = await tx
      .updateTable('player')
      .set({ login_hash: loginHash })
      .where('id', '=', player.id)
      .where('login_hash', '=', player.login_hash)
      .where('payment_hash', 'is not distinct from', player.payment_hash)
      .returning('id')
      .executeTakeFirst()
    if (!changed) refuse('login_password_wrong', { field: 'old' })
    for (const sessionId of await endSessions(tx, player.id, { nowMs, except: caller.sessionId })) {
      publish({ audience: `player:${player.id}`, kind: 'session.ended', body: { sessionId } })
    }
    keepToken(await renewSession(tx, caller.sessionId, { nowMs, random, isFormerRefused: true }))
    await queueSecurityNotice(tx, player, { change: 'login_password_changed', nowMs, random })
    return {}
  },
)
