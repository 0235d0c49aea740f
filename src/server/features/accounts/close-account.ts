import { closeAccount } from '#contract/people/profile'
import { endSessions } from '../../services/people/sessions.ts'
import { handlePrepared } from '../../services/calls/handle.ts'
import { tryOwnPassword } from '../../services/guard/sign-in.ts'
import { repayAtClosing } from '../../services/ledger/owed.ts'
import { queueSecurityNotice } from '../../services/mails/queue-mail.ts'
import { changeAvatar } from './change-avatar.ts'
import { barredBy } from './change-contact.ts'
import { playerById } from '../../services/people/find-player.ts'
import { whatRemains } from '../players/what-remains.ts'

/**
 * Closes an account for good. What the law requires stays: the ledger, the agreement, the certified identity, and when
 * and from where the account was used. The rest is erased, and its name, address and number become free for others.
 */
export const closeAccountHandler = handlePrepared(
  closeAccount,
  async (context) => {
    const { input, caller, db, refuse } = context
    const player = await playerById(db.query, caller.playerId)
    // Its address and number would be free, and whoever is frozen could register with them again.
    const barred = barredBy(player)
    if (barred) refuse(barred)
    const given = { password: input.password, stored: player.login_hash }
    if (!(await tryOwnPassword(context, { kind: 'player', id: player.id }, given))) refuse('login_password_wrong')
    return player
  },
  async ({ prepared: player, caller, tx, nowMs, random, refuse, publish, keepToken }) => {
    // Locked first, so that no new deposit, withdrawal or bet appears between the check for open ones and the closing.
    const { status } = await tx
      .selectFrom('player')
      .select('status')
      .where('id', '=', player.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const barred = barredBy({ status })
    if (barred) refuse(barred)
    // Otherwise a new account would begin without the debt. Customer service can close it.
    if ((await repayAtClosing(tx, player.id, nowMs)) > 0n) refuse('withdrawal_needs_support')
    const remains = await whatRemains(tx, player.id)
    if (remains) refuse(remains)
    await queueSecurityNotice(tx, player, { change: 'account_closed', nowMs, random })
    await changeAvatar(tx, { playerId: player.id, avatarId: null, nowMs })
    await tx
      .updateTable('player')
      .set({
        status: 'closed',
        closed_at: new Date(nowMs),
        account: `closed:${player.id}`,
        email: `closed:${player.id}`,
        nickname: '',
        contact: '',
        phone: null,
        country: null,
        login_hash: '',
        payment_hash: null,
      })
      .where('id', '=', player.id)
      .execute()
    for (const sessionId of await endSessions(tx, player.id, { nowMs })) {
      publish({ audience: `player:${caller.playerId}`, kind: 'session.ended', body: { sessionId, why: 'left' } })
    }
    keepToken(null)
    return {}
  },
)
