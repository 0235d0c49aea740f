import { register } from '#contract/accounts'
import type { Insertable } from 'kysely'
import type { Facts } from '#contract/refusals'
import type { Tx } from '../../db/database.ts'
import type { Player } from '../../db/tables.generated.ts'
import { handlePrepared } from '../../http/handle.ts'
import { hashPassword } from '../../passwords.ts'
import { queueMail } from '../mails/queue-mail.ts'

/** Which text a player agreed to; a new text gets a new version. */
const termsVersion = '2026-11'

export const registerHandler = handlePrepared(
  register,
  async ({ input, config }) => hashPassword(input.password, config.pepper),
  async ({ input, prepared: loginHash, tx, nowMs, random, from, refuse }) => {
    const { account, email } = input
    const now = new Date(nowMs)
    const invitationCode = await useInvitation(tx, input.invitationCode, now)
    if (!invitationCode) refuse('invitation_invalid')
    const taken = await insertPlayer(tx, {
      id: random.uuid(),
      account,
      nickname: account,
      email,
      language: from.language,
      login_hash: loginHash,
      invitation_code: invitationCode!,
      agreed_version: termsVersion,
      agreed_at: now,
      created_at: now,
    })
    if (taken) refuse('identity_taken', taken)
    await queueMail(tx, 'welcome', {
      to: email,
      language: from.language,
      facts: { nickname: account, account },
      nowMs,
      id: random.uuid(),
    })
    return { account }
  },
)

/** Takes one use of a code; null when it is unknown, used up or out of date. */
async function useInvitation(tx: Tx, code: string, now: Date): Promise<string | null> {
  const used = await tx
    .updateTable('invitation')
    .set((eb) => ({ uses_left: eb('uses_left', '-', 1) }))
    .where('code', '=', code.trim().toUpperCase())
    .where('uses_left', '>', 0)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .returning('code')
    .executeTakeFirst()
  return used?.code ?? null
}

/** Adds the player, or says which field another player has. The unique index decides, so two at once cannot both win. */
async function insertPlayer(tx: Tx, player: Insertable<Player>): Promise<Facts | null> {
  const added = await tx
    .insertInto('player')
    .values(player)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) return null
  const other = await tx
    .selectFrom('player')
    .select('account')
    .where((eb) => eb(eb.fn('lower', ['account']), '=', player.account.toLowerCase()))
    .executeTakeFirst()
  return { field: other ? 'account' : 'email' }
}
