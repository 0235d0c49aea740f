import { askToReturn, beginExclusion } from '#contract/people/protection'
import { exclusionKind, exclusionMs, openEndMs, returnWaitMs } from '#core/rules/play/exclusion'
import type { Tx } from '../../world/members/database.ts'
import { endSessions } from '../../services/people/sessions.ts'
import { handle } from '../../services/calls/handle.ts'
import { lockPlayer } from '../../services/people/find-player.ts'
import { notifyPlayer } from '../../services/mails/notify-player.ts'
import { queuePush } from '../../services/push/queue-push.ts'
import { exclusionFacts, exclusionOf } from './exclusions.ts'

/** What would end less than this later is the same exclusion asked for again: the button was pressed twice, or an answer was lost. */
const longerByMs = 3_600_000

/**
 * In force with the commit: everything that takes stakes or top-ups checks the player's row. No money moves here, so it
 * works even while money is stopped; the job of repeat orders frees what running ones hold as soon as it sees the row.
 */
export const beginExclusionHandler = handle(beginExclusion, async (context) => {
  const { input, caller, tx, nowMs, random, refuse, publish } = context
  const player = await lockPlayer(tx, caller.playerId)
  const until = nowMs + exclusionMs(input.span)
  const before = await exclusionOf(tx, player.id, nowMs)
  if (before && before.until > until - longerByMs)
    return refuse('exclusion_not_longer', { until: new Date(before.until).toISOString() })
  const kind = exclusionKind(input.span)
  await tx
    .insertInto('exclusion')
    .values({
      id: random.uuid(),
      player_id: player.id,
      kind,
      began_at: new Date(nowMs),
      until: new Date(until),
    })
    .execute()
  const exclusion = (await exclusionOf(tx, player.id, nowMs))!
  await shutUntil(tx, player.id, exclusion.opensAt)
  for (const sessionId of await endSessions(tx, player.id, { nowMs, except: caller.sessionId })) {
    publish({ audience: `player:${player.id}`, kind: 'session.ended', body: { sessionId } })
  }
  await queueEnd(tx, player.id, { nowMs, opensAt: exclusion.opensAt })
  await notifyPlayer(context, kind, { playerId: player.id, facts: () => ({ until: new Date(until).toISOString() }) })
  return { exclusion }
})

export const askToReturnHandler = handle(askToReturn, async ({ caller, tx, nowMs, refuse }) => {
  const player = await lockPlayer(tx, caller.playerId)
  const exclusion = await exclusionOf(tx, player.id, nowMs)
  if (!exclusion) return refuse('exclusion_none')
  if (!exclusion.canAskToReturn) return refuse('player_excluded', await exclusionFacts(tx, player.id, nowMs))
  await tx
    .updateTable('exclusion')
    .set({ return_asked_at: new Date(nowMs) })
    .where('player_id', '=', player.id)
    .where('kind', '=', 'self_exclusion')
    .where('return_asked_at', 'is', null)
    .execute()
  const opensAt = nowMs + returnWaitMs
  await shutUntil(tx, player.id, opensAt)
  await queueEnd(tx, player.id, { nowMs, opensAt })
  return { opensAt }
})

async function shutUntil(tx: Tx, playerId: string, opensAtMs: number | null): Promise<void> {
  await tx
    .updateTable('player')
    .set({ excluded_until: new Date(opensAtMs ?? openEndMs) })
    .where('id', '=', playerId)
    .execute()
}

/** Notifies the player when playing is open again, as soon as that instant is known. */
async function queueEnd(tx: Tx, playerId: string, { nowMs, opensAt }: { nowMs: number; opensAt: number | null }) {
  if (opensAt !== null) await queuePush(tx, 'break_ended', { players: [playerId], nowMs, dueMs: opensAt })
}
