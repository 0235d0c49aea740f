import { me } from '#contract/people/me'
import type { Output } from '#contract/endpoint'
import { handle } from '../../services/calls/handle.ts'
import { balanceOf } from '../../services/ledger/balances.ts'
import { conversationOf } from '../service/conversations.ts'
import { exclusionOf, isExcluded } from '../exclusions/exclusions.ts'
import { realityCheckOf } from '../reality-check/reality-check.ts'
import { playerById } from '../../services/people/find-player.ts'

type AccountStatus = Output<typeof me>['status']

export const meHandler = handle(me, async ({ caller, tx, nowMs }) => {
  const player = await playerById(tx, caller.playerId)
  const exclusion = isExcluded(player, nowMs) ? await exclusionOf(tx, player.id, nowMs) : null
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
    exclusion,
    realityCheckInMs: exclusion ? null : (await realityCheckOf(tx, { ...caller, nowMs })).dueInMs,
    balance: await balanceOf(tx, `player:${player.id}:available`),
    unread: (await conversationOf(tx, { player_id: player.id }))?.unread ?? 0,
    createdAt: player.created_at.getTime(),
  }
})
