import { setPlayerStatus } from '#contract/console/players'
import { type AccountStatus, mayBecome, statusesEndingSessions } from '#core/rules/account-status'
import type { Tx } from '../../world/members/database.ts'
import { endSessions } from '../../services/people/sessions.ts'
import { repayAtClosing } from '../../services/ledger/owed.ts'
import { handle } from '../../services/calls/handle.ts'
import { whatRemains } from './what-remains.ts'
import { notifyPlayer } from '../../services/mails/notify-player.ts'
import { recordAction } from '../../services/actions/record-action.ts'
import { isOperatorsAddress, liftLink, linkStaff, standingLink } from './staff-links.ts'

export const setPlayerStatusHandler = handle(setPlayerStatus, async (context) => {
  const { input, caller, tx, nowMs, refuse, publish } = context
  const { id: playerId, status, reason } = input
  // The lock also waits for a log-in under way, so that its session is among those ended below.
  const player = await tx
    .selectFrom('player')
    .select(['status', 'email'])
    .where('id', '=', playerId)
    .forUpdate()
    .executeTakeFirst()
  if (!player) return refuse('player_unknown')
  const before = player.status as AccountStatus
  if (!mayBecome(before, status)) return refuse('status_unreachable')
  if (status === 'normal' && (await staysStaff(tx, { playerId, before, email: player.email })))
    return refuse('status_unreachable')
  // Closing is final, so it must not be a way to keep a player's money.
  if (status === 'closed') await repayAtClosing(tx, playerId, nowMs)
  const remains = status === 'closed' ? await whatRemains(tx, playerId) : null
  if (remains) return refuse(remains)

  await tx.updateTable('player').set({ status }).where('id', '=', playerId).execute()
  const by = caller.operatorId
  if (status === 'staff') await linkStaff(tx, { playerId, said: { why: reason, by }, nowMs })
  if (status === 'normal') await liftLink(tx, { playerId, by, nowMs })
  await recordAction(context, 'players.set-status', {
    subject: `player:${playerId}`,
    reason,
    before: { status: before },
    after: { status },
  })
  await notifyPlayer(context, 'status_changed', {
    playerId,
    facts: (words) => ({ meaning: words.account_status[status] }),
  })
  const why = statusesEndingSessions.find((each) => each === status)
  if (why) {
    for (const sessionId of await endSessions(tx, playerId, { nowMs })) {
      publish({ audience: `player:${playerId}`, kind: 'session.ended', body: { sessionId, why } })
    }
  }
  return { status }
})

type Standing = { readonly playerId: string; readonly before: AccountStatus; readonly email: string }

/**
 * Whether the account must stay `staff`: it stops being staff only by an explicit change from staff to normal, and not while its
 * owner works here.
 */
async function staysStaff(tx: Tx, { playerId, before, email }: Standing): Promise<boolean> {
  if (await isOperatorsAddress(tx, email)) return true
  return before !== 'staff' && (await standingLink(tx, playerId)) !== null
}
