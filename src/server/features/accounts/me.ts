import { me } from '#contract/people/me'
import { storedCents } from '#core/money/cents'
import type { Output } from '#contract/endpoint'
import { handleRead } from '../../services/calls/handle.ts'
import { exclusionOf, isExcluded } from '../exclusions/exclusions.ts'
import { realityCheckIn } from '../reality-check/reality-check.ts'

type AccountStatus = Output<typeof me>['status']

export const meHandler = handleRead(me, async ({ caller, own, db, nowMs }) => {
  const player = (await own.account(caller))!
  const exclusion = isExcluded(player, nowMs) ? await exclusionOf(db, player.id, nowMs) : null
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
    hasPaymentPassword: player.has_payment_password,
    withdrawalsPausedUntil: player.withdrawals_paused_until?.getTime() ?? null,
    exclusion,
    realityCheckInMs: exclusion ? null : realityCheckIn(player, nowMs).dueInMs,
    balance: storedCents(player.balance),
    unread: player.unread,
    createdAt: player.created_at.getTime(),
  }
})
