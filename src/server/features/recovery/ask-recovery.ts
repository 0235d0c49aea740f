import { askRecovery } from '#contract/people/recovery'
import { codeLifeMs } from '#core/rules/verification-code'
import { captchaRefusal } from '../../services/guard/captcha.ts'
import { handlePrepared } from '../../services/calls/handle.ts'
import { isLongKnownDevice, nobody } from '../../services/guard/devices.ts'
import { mailWorks } from '../../services/mails/send-mail.ts'
import { queueMail } from '../../services/mails/queue-mail.ts'
import { findByName, plainName } from '../../services/people/find-player.ts'
import { makeCode } from './verification-codes.ts'

/**
 * Gives the same answer whether or not the account exists, also when the mail server is down. The rate limit counts the
 * normalised name as typed: counting by its owner would reveal whether there is one, and which names are theirs. The browsers that the
 * account has known longest have counts of their own, so that nobody who asks again and again keeps the owner out.
 */
export const askRecoveryHandler = handlePrepared(
  askRecovery,
  async (context) => {
    const { input, app, refuse } = context
    if (!(await mailWorks(app))) refuse('email_not_sent')
    const refusal = await captchaRefusal(context, { purpose: 'recover', captcha: input.captcha })
    if (refusal) refuse(refusal)
  },
  async ({ input, tx, nowMs, random, config, from: { device } }) => {
    const player = await findByName(tx, input.account)
    const name = plainName(input.account)
    const isOwners = await isLongKnownDevice(tx, device, player?.id ?? nobody)
    const subject = isOwners ? `${name} in ${device}` : name
    const asked = { purpose: 'recovery', playerId: player?.id ?? null, subject, target: '' } as const
    const { id, code, mailId } = await makeCode(tx, asked, { nowMs, random, config })
    // A job sends the mail: waiting for delivery here would reveal by its duration that the account exists.
    if (player)
      await queueMail(
        tx,
        { kind: 'code', to: player, facts: { code, minutes: String(codeLifeMs / 60_000) } },
        { nowMs, random, id: mailId },
      )
    return { requestId: id }
  },
)
