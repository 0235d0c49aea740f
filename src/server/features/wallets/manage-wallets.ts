import { listWallets, removeWallet, setDefaultWallet } from '#contract/money/wallets'
import { undecided } from '#core/reviews/review'
import { handle, handleRead } from '../../services/calls/handle.ts'
import { queueSecurityNotice } from '../../services/mails/queue-mail.ts'
import { lockPlayer } from '../../services/people/find-player.ts'
import { certifiedName } from '../certifications/certified-name.ts'
import { nameDiffers, networkOf, walletKindOf, walletsOf } from './queries.ts'

export const listWalletsHandler = handleRead(listWallets, async ({ caller, db }) => {
  const certified = await certifiedName(db, caller.playerId)
  const rows = await walletsOf(db, caller.playerId)
  return {
    items: rows.map((row) => ({
      id: row.id,
      kind: walletKindOf(row),
      network: networkOf(row),
      address: row.address,
      bankName: row.bank_name,
      bankAddress: row.bank_address,
      cardEnd: row.card_end,
      cardPhone: row.card_phone,
      routing: row.routing,
      cardholder: row.cardholder,
      contact: row.contact,
      nameDiffers: nameDiffers(row, certified),
      isDefault: row.is_default,
      usableFrom: row.usable_from.getTime(),
      createdAt: row.created_at.getTime(),
    })),
  }
})

export const setDefaultWalletHandler = handle(setDefaultWallet, async ({ input, caller, tx, refuse }) => {
  await lockPlayer(tx, caller.playerId)
  const own = await walletsOf(tx, caller.playerId)
  if (!own.some(({ id }) => id === input.id)) return refuse('wallet_unknown')
  await tx
    .updateTable('wallet')
    .set({ is_default: false })
    .where('player_id', '=', caller.playerId)
    .where('is_default', '=', true)
    .execute()
  await tx.updateTable('wallet').set({ is_default: true }).where('id', '=', input.id).execute()
  return {}
})

/**
 * A withdrawal under way still goes to the removed wallet, since it may be paid already. Its reviewer is told and can reject it; the
 * player cannot take the money back into play.
 */
export const removeWalletHandler = handle(removeWallet, async (context) => {
  const { input, caller, tx, nowMs, random, refuse, publish } = context
  const player = await lockPlayer(tx, caller.playerId)
  const own = await walletsOf(tx, caller.playerId)
  const leaving = own.find(({ id }) => id === input.id)
  if (!leaving) return refuse('wallet_unknown')
  await tx
    .updateTable('wallet')
    .set({ removed_at: new Date(nowMs), is_default: false })
    .where('id', '=', input.id)
    .execute()
  const next = own.find(({ id }) => id !== input.id)
  if (leaving.is_default && next) {
    await tx.updateTable('wallet').set({ is_default: true }).where('id', '=', next.id).execute()
  }
  await queueSecurityNotice(tx, player, { change: 'wallet_removed', nowMs, random })
  const underWay = await tx
    .selectFrom('withdrawal')
    .select('id')
    .where('player_id', '=', player.id)
    .where('wallet_id', '=', input.id)
    .where('status', 'in', undecided)
    .execute()
  const cases = underWay.map(({ id }) => id)
  // A reviewer may have one of them in hand, and be about to pay it.
  if (cases.length > 0) publish({ audience: 'operators', kind: 'desk.changed', body: { cases } })
  return {}
})
