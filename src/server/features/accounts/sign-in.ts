import { signIn } from '#contract/people/accounts'
import { type AccountStatus, actionRefusal } from '#core/rules/account-status'
import { captchaRefusal } from '../../services/guard/captcha.ts'
import { rememberDevice } from '../../services/guard/devices.ts'
import { renewHash } from '../../services/guard/renew-hash.ts'
import { tryPassword, weighSignIn } from '../../services/guard/sign-in.ts'
import { openSession } from '../../services/people/sessions.ts'
import { type Before, handlePrepared } from '../../services/calls/handle.ts'
import { askSecondFactor } from '../factors/tickets.ts'
import { findByName, plainName } from '../../services/people/find-player.ts'

/**
 * An unknown account and a wrong password get the same answer after the same work, so that nobody learns which accounts
 * exist.
 */
export const signInHandler = handlePrepared(
  signIn,
  findPlayer,
  async ({ prepared: player, tx, nowMs, random, from, refuse, keepToken, keepDevice }) => {
    // Read again under a lock: an account that was frozen, or whose password was changed, since the password was compared must not
    // get a session.
    const { status, login_hash } = await tx
      .selectFrom('player')
      .select(['status', 'login_hash'])
      .where('id', '=', player.id)
      .forShare()
      .executeTakeFirstOrThrow()
    const refusal = actionRefusal(status as AccountStatus, 'sign_in')
    if (refusal) refuse(refusal)
    if (login_hash !== player.login_hash) refuse('login_password_wrong')
    const asked = await askSecondFactor(tx, { kind: 'player', id: player.id }, { nowMs, random, from })
    if (asked) return asked
    const owner = { playerId: player.id }
    const device = await rememberDevice(tx, owner, { token: from.device, nowMs, random })
    const { token } = await openSession(tx, owner, { nowMs, random, from: { ...from, device: device ?? from.device } })
    keepToken(token)
    if (device) keepDevice(device)
    return { next: 'done' as const, account: player.account }
  },
)

async function findPlayer(context: Before<typeof signIn>) {
  const { input, db, refuse } = context
  const player = await findByName(db.query, input.account)
  const name = plainName(input.account)
  const { subjects, isCaptchaDue } = await weighSignIn(context, { app: 'player', name, ownerId: player?.id })
  const refusal = isCaptchaDue && (await captchaRefusal(context, { purpose: 'sign-in', captcha: input.captcha }))
  if (refusal) refuse(refusal)
  const given = { password: input.password, stored: player?.login_hash ?? null }
  const matches = await tryPassword(context, subjects, given)
  if (!player || !matches) return refuse('login_password_wrong')
  const login_hash = await renewHash(context, {
    of: 'player.login_hash',
    id: player.id,
    stored: player.login_hash,
    password: input.password,
  })
  return { ...player, login_hash }
}
