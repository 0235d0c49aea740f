import { statusesEndingSessions } from '#core/rules/account-status'
import { register } from '#contract/people/accounts'
import type { Insertable } from 'kysely'
import type { Locale } from '#contract/locales'
import type { Facts } from '#contract/refusals'
import { networkOf } from '#core/rules/guessing'
import type { Tx } from '../../world/members/database.ts'
import type { Player } from '../../world/members/tables.generated.ts'
import { type Subject, takeAttempt, weighAttempt } from '../../services/guard/attempts.ts'
import { captchaRefusal } from '../../services/guard/captcha.ts'
import { type Before, handlePrepared } from '../../services/calls/handle.ts'
import { isServed } from '../countries/served.ts'
import { queueMail } from '../../services/mails/queue-mail.ts'
import { linkByAddress, lockAddresses } from '../players/staff-links.ts'
import { termsIn } from '../site/house-texts.ts'
import { choosePassword } from '../../services/people/choose-password.ts'
import { isCalled, readPhone } from '../../services/people/find-player.ts'

export const registerHandler = handlePrepared(
  register,
  admit,
  async ({ input, prepared: { phone, loginHash, paymentHash }, tx, nowMs, random, from, refuse }) => {
    const { account, email, nickname, country } = input
    const now = new Date(nowMs)
    await lockAddresses(tx, 'player')
    const invitation = await useInvitation(tx, input.invitationCode, now)
    if (!invitation) return refuse('invitation_invalid', { field: 'invitationCode' })
    const id = random.uuid()
    if (await isCalled(tx, phone)) refuse('identity_taken', { field: 'phone' })
    const taken = await insertPlayer(tx, {
      id,
      account,
      nickname,
      email,
      phone,
      country,
      language: from.language,
      login_hash: loginHash,
      payment_hash: paymentHash,
      invitation_code: invitation.code,
      invited_by: invitation.player_id,
      agreed_version: (await termsIn(tx, from.language as Locale, nowMs)).termsVersion,
      agreed_at: now,
      created_at: now,
    })
    if (taken) refuse('identity_taken', taken)
    await linkByAddress(tx, { id, email }, nowMs)
    const to = { email, language: from.language }
    await queueMail(tx, { kind: 'welcome', to, facts: { nickname, account } }, { nowMs, random })
    return { account }
  },
)

/** Checks the rate limit of the address and the captcha first, then does the costly hashing. */
async function admit(context: Before<typeof register>) {
  const { input, from, db, nowMs, config, refuse } = context
  const served = await isServed(db.query, input.country, { nowMs, config })
  if (!served) return refuse('country_not_served', { field: 'country' })
  const phone = readPhone(input.country, input.phone)
  if (!phone) return refuse('phone_malformed', { field: 'phone' })
  const subjects: Subject[] = [{ kind: 'registration', name: networkOf(from.address) }]
  await weighAttempt(context, subjects)
  const refusal = await captchaRefusal(context, { purpose: 'register', captcha: input.captcha, content: input })
  if (refusal) refuse(refusal)
  await takeAttempt(context, subjects)
  const loginHash = await choosePassword({ password: input.password, otherHash: null, config })
  const { password } = input.payment ?? {}
  const paymentHash =
    password && (await choosePassword({ password, field: 'payment.password', otherHash: null, config }))
  return { phone, loginHash, paymentHash: paymentHash || null }
}

/** Spends one use of an invitation code; nothing where it is unknown, used up or expired, or its maker’s account is barred. */
async function useInvitation(tx: Tx, code: string, now: Date) {
  return tx
    .updateTable('invitation')
    .set((eb) => ({ uses_left: eb('uses_left', '-', 1) }))
    .where('code', '=', code.trim().toUpperCase())
    .where('uses_left', '>', 0)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('player')
            .select('id')
            .whereRef('player.id', '=', 'invitation.player_id')
            .where('player.status', 'in', statusesEndingSessions),
        ),
      ),
    )
    .returning(['code', 'player_id'])
    .executeTakeFirst()
}

/**
 * Adds the player, or returns which field another player already has. The unique index decides, so two at once cannot
 * both win.
 */
async function insertPlayer(tx: Tx, player: Insertable<Player>): Promise<Facts | null> {
  const added = await tx
    .insertInto('player')
    .values(player)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) return null
  const others = await tx
    .selectFrom('player')
    .select(['account', 'phone'])
    .where((eb) =>
      eb.or([
        eb(eb.fn('lower', ['account']), '=', player.account.toLowerCase()),
        eb('phone', '=', player.phone ?? null),
      ]),
    )
    .execute()
  if (others.some(({ account }) => account.toLowerCase() === player.account.toLowerCase())) return { field: 'account' }
  return { field: others.length > 0 ? 'phone' : 'email' }
}
