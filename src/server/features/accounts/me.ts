import { me } from '#contract/people/me'
import type { Output } from '#contract/endpoint'
import { handle } from '../../http/handle.ts'
import { balanceOf } from '../../ledger/balances.ts'
import { conversationOf } from '../service/conversations.ts'
import { playerById } from './queries.ts'

type AccountStatus = Output<typeof me>['status']

export const meHandler = handle(me, async ({ caller, tx }) => {
  const player = await playerById(tx, caller.playerId)
  return {
    id: player.id,
    sessionId: caller.sessionId,
    account: player.account,
    nickname: player.nickname,
    email: player.email,
    phone: player.phone,
    country: player.country,
    contact: player.contact,
    avatarId: player.avatar_id,
    language: player.language,
    status: player.status as AccountStatus,
    hasPaymentPassword: player.payment_hash !== null,
    withdrawalsPausedUntil: player.withdrawals_paused_until?.getTime() ?? null,
    balance: await balanceOf(tx, `player:${player.id}:available`),
    unread: (await conversationOf(tx, { player_id: player.id }))?.unread ?? 0,
    createdAt: player.created_at.getTime(),
  }
})
