import { setPaymentPassword } from '#contract/people/profile'
import { handlePrepared } from '../../services/calls/handle.ts'
import { takeAnswer, takeNotice } from '../../services/guard/own-counts.ts'
import { queueSecurityNotice } from '../../services/mails/queue-mail.ts'
import { choosePassword } from '../../services/people/choose-password.ts'
import { checkPaymentPassword } from './payment-password.ts'
import { playerById } from '../../services/people/find-player.ts'

/** The first payment password needs a fresh log-in; each later one needs the current one. */
export const setPaymentPasswordHandler = handlePrepared(
  setPaymentPassword,
  async (context) => {
    const { input, caller, db, config } = context
    const player = await playerById(db.query, caller.playerId)
    const given = { playerId: player.id, password: input.old }
    // The check renews a hash of the former pepper, so the hash that was read before it may be out of date.
    const checkedHash =
      player.payment_hash && (await checkPaymentPassword(context, given, 'old_payment_password_wrong'))
    await takeAnswer(context, player.id, ['other-password', 'change'])
    await takeNotice(context, player.id, 'payment_password')
    return {
      player,
      checkedHash,
      paymentHash: await choosePassword({ password: input.password, otherHash: player.login_hash, config }),
    }
  },
  async ({ prepared: { player, checkedHash, paymentHash }, tx, nowMs, random, refuse }) => {
    const changed = await tx
      .updateTable('player')
      .set({ payment_hash: paymentHash })
      .where('id', '=', player.id)
      .where('payment_hash', 'is not distinct from', checkedHash)
      // It was compared with this one: a new login password that is set at the same moment might equal it.
      .where('login_hash', '=', player.login_hash)
      .returning('id')
      .executeTakeFirst()
    if (!changed) refuse('old_payment_password_wrong', { field: 'old' })
    await queueSecurityNotice(tx, player, { change: 'payment_password_changed', nowMs, random })
    return {}
  },
)
