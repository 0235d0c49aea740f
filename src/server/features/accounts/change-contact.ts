import { askChange, confirmChange } from '#contract/people/profile'
import { type AccountStatus, actionRefusal } from '#core/rules/account-status'
import { codeLifeMs } from '#core/rules/verification-code'
import type { Tx } from '../../world/members/database.ts'
import { errorCode } from '../../db/database.ts'
import { handlePrepared } from '../../services/calls/handle.ts'
import { takeAnswer } from '../../services/guard/own-counts.ts'
import { queueMail, queueSecurityNotice } from '../../services/mails/queue-mail.ts'
import { keepOwn, linkByAddress, lockAddresses } from '../players/staff-links.ts'
import { isCalled, lockPlayer, playerById, readPhone } from '../../services/people/find-player.ts'
import { checkCode, makeCode, useCode } from '../recovery/verification-codes.ts'

const uniqueViolation = '23505'

/**
 * A new e-mail address is proven by the code sent to it. A new phone number is confirmed by the e-mail address, because
 * we send no text messages.
 */
export const askChangeHandler = handlePrepared(
  askChange,
  // The answer tells whether somebody has that address or number.
  (context) => takeAnswer(context, context.caller.playerId, ['contact', 'change']),
  async ({ input, caller, tx, nowMs, random, config, refuse, deliver }) => {
    const player = await playerById(tx, caller.playerId)
    const barred = barredBy(player)
    if (barred) refuse(barred)
    const target = input.field === 'email' ? input.email : readPhone(input.country, input.phone)
    if (!target) return refuse('phone_malformed', { field: 'phone' })
    if (await isTaken(tx, player.id, { field: input.field, value: target }))
      refuse('identity_taken', { field: input.field })
    const asked = { purpose: input.field, playerId: player.id, subject: player.id, target } as const
    const { id, code, mailId } = await makeCode(tx, asked, { nowMs, random, config })
    const to = { language: player.language, email: input.field === 'email' ? target : player.email }
    deliver(
      await queueMail(
        tx,
        { kind: 'code', to, facts: { code, minutes: String(codeLifeMs / 60_000) } },
        { nowMs, random, id: mailId },
      ),
    )
    return { requestId: id }
  },
)

export const confirmChangeHandler = handlePrepared(
  confirmChange,
  async ({ input, caller, db, nowMs, config, refuse }) => {
    const barred = barredBy(await playerById(db.query, caller.playerId))
    if (barred) refuse(barred)
    const given = { id: input.requestId, code: input.code, purposes: ['email', 'phone'] } as const
    const checked = await checkCode(db, given, { nowMs, config })
    if (checked.playerId !== caller.playerId) refuse('code_invalid', { field: 'code' })
    return checked
  },
  async ({ input, prepared: { purpose, target }, caller, tx, nowMs, random, refuse }) => {
    await lockAddresses(tx, 'player')
    // Locked: an account that is being frozen keeps its addresses.
    const player = await lockPlayer(tx, caller.playerId)
    const barred = barredBy(player)
    if (barred) refuse(barred)
    await useCode(tx, input.requestId, nowMs)
    const field = purpose === 'email' ? 'email' : 'phone'
    if (await isTaken(tx, player.id, { field, value: target })) refuse('identity_taken', { field })
    await tx
      .updateTable('player')
      .set({ [field]: target })
      .where('id', '=', player.id)
      .execute()
      // Two requests at once both find the value free; the unique index decides.
      .catch((error: unknown) => {
        if (errorCode(error) === uniqueViolation) refuse('identity_taken', { field })
        throw error
      })
    if (field === 'email') {
      await keepOwn(tx, player, nowMs)
      await linkByAddress(tx, { id: player.id, email: target }, nowMs)
    }
    // To the old address, so that the owner notices a thief's change.
    await queueSecurityNotice(tx, player, { change: `${field}_changed`, nowMs, random })
    return {}
  },
)

export const barredBy = ({ status }: { status: string }) => actionRefusal(status as AccountStatus, 'change_profile')

type Wanted = { readonly field: 'email' | 'phone'; readonly value: string }

/** Whether somebody else has it. Who has it already may ask for it again: the answer that said so may have been lost. */
async function isTaken(tx: Tx, playerId: string, { field, value }: Wanted): Promise<boolean> {
  if (field === 'phone' && (await isCalled(tx, value))) return true
  const other = await tx
    .selectFrom('player')
    .select('id')
    .where('id', '<>', playerId)
    .where((eb) =>
      field === 'email' ? eb(eb.fn('lower', ['email']), '=', value.toLowerCase()) : eb('phone', '=', value),
    )
    .executeTakeFirst()
  return other !== undefined
}
