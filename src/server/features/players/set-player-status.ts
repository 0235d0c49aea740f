import { setPlayerStatus } from '#contract/console/players'
import { type AccountStatus, mayBecome, statusesEndingSessions } from '#core/rules/account-status'
import type { Tx } from '../../db/database.ts'
import { endSessions } from '../../http/caller.ts'
import { handle } from '../../http/handle.ts'
import { balanceOf } from '../../ledger/balances.ts'
import { undecidedDeposits } from '../deposits/undecided-deposits.ts'
import { notifyPlayer } from '../mails/notify-player.ts'
import { recordAction } from '../operators/record-action.ts'

export const setPlayerStatusHandler = handle(setPlayerStatus, async (context) => {
  const { input, tx, nowMs, refuse, publish } = context
  const { id: playerId, status, reason } = input
  // The lock also waits for a log-in that is being written down, so that its session is among those ended below.
  const player = await tx
    .selectFrom('player')
    .select('status')
    .where('id', '=', playerId)
    .forUpdate()
    .executeTakeFirst()
  if (!player) return refuse('player_unknown')
  const before = player.status as AccountStatus
  if (!mayBecome(before, status)) return refuse('status_unreachable')
  // Closing is final, so it must not be a way of keeping what is a player's.
  if (status === 'closed' && (await holdsMoney(tx, playerId))) return refuse('balance_remains')

  await tx.updateTable('player').set({ status }).where('id', '=', playerId).execute()
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
  if (statusesEndingSessions.includes(status)) {
    for (const sessionId of await endSessions(tx, playerId, { nowMs })) {
      publish({ audience: `player:${playerId}`, kind: 'session.ended', body: { sessionId } })
    }
  }
  return { status }
})

async function holdsMoney(tx: Tx, playerId: string): Promise<boolean> {
  const available = await balanceOf(tx, `player:${playerId}:available`)
  const held = await balanceOf(tx, `player:${playerId}:held`)
  // A top-up that is yet to be decided may become a balance that nobody could withdraw.
  return available > 0n || held > 0n || (await undecidedDeposits(tx, playerId)) > 0
}
