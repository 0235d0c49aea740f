import { askToReturn, beginExclusion, showExclusion } from '#contract/play/limits'
import { exclusionKind, exclusionMs, openEndMs, returnWaitMs } from '#core/rules/play/exclusion'
import type { Tx } from '../../db/database.ts'
import { endSessions } from '../../http/caller.ts'
import { handle } from '../../http/handle.ts'
import { lockPlayer } from '../accounts/queries.ts'

export const showExclusionHandler = handle(showExclusion, async ({ caller, tx, nowMs }) => {
  const player = await tx
    .selectFrom('player')
    .select('excluded_until')
    .where('id', '=', caller.playerId)
    .executeTakeFirstOrThrow()
  const endsAtMs = player.excluded_until?.getTime() ?? 0
  if (endsAtMs <= nowMs) return { exclusion: null }
  const last = (await longestExclusion(tx, caller.playerId, nowMs))!
  const isOpen = endsAtMs >= openEndMs
  return {
    exclusion: {
      kind: last.kind as 'time_out' | 'self_exclusion',
      beganAt: last.began_at.getTime(),
      until: last.until.getTime(),
      endsAt: isOpen ? null : endsAtMs,
      canAskToReturn: isOpen && last.until.getTime() <= nowMs,
    },
  }
})

/** At once: whatever is placed after this commit is refused, by whichever node. A longer exclusion is never shortened by another. */
export const beginExclusionHandler = handle(
  beginExclusion,
  async ({ input, caller, tx, nowMs, random, publish, keepToken }) => {
    const player = await lockPlayer(tx, caller.playerId)
    const kind = exclusionKind(input.span)
    const until = nowMs + exclusionMs(input.span)
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
    const endsAtMs = Math.max(player.excluded_until?.getTime() ?? 0, kind === 'time_out' ? until : openEndMs)
    await tx
      .updateTable('player')
      .set({ excluded_until: new Date(endsAtMs) })
      .where('id', '=', player.id)
      .execute()
    for (const sessionId of await endSessions(tx, player.id, { nowMs })) {
      publish({ audience: `player:${player.id}`, kind: 'session.ended', body: { sessionId } })
    }
    keepToken(null)
    return { until }
  },
)

export const askToReturnHandler = handle(askToReturn, async ({ caller, tx, nowMs, refuse }) => {
  const player = await lockPlayer(tx, caller.playerId)
  const last = await longestExclusion(tx, player.id, nowMs)
  if (!last || (player.excluded_until?.getTime() ?? 0) < openEndMs) return refuse('exclusion_none')
  if (last.until.getTime() > nowMs) return refuse('player_excluded')
  await tx
    .updateTable('exclusion')
    .set({ return_asked_at: new Date(nowMs) })
    .where('player_id', '=', player.id)
    .where('kind', '=', 'self_exclusion')
    .where('return_asked_at', 'is', null)
    .execute()
  const endsAt = nowMs + returnWaitMs
  await tx
    .updateTable('player')
    .set({ excluded_until: new Date(endsAt) })
    .where('id', '=', player.id)
    .execute()
  return { endsAt }
})

/** The one that keeps the player out longest, of those from which they did not return a day ago or more. */
function longestExclusion(tx: Tx, playerId: string, nowMs: number) {
  return tx
    .selectFrom('exclusion')
    .selectAll()
    .where('player_id', '=', playerId)
    .where((eb) =>
      eb.or([eb('return_asked_at', 'is', null), eb('return_asked_at', '>', new Date(nowMs - returnWaitMs))]),
    )
    .orderBy((eb) => eb('kind', '=', 'self_exclusion'), 'desc')
    .orderBy('until', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Whether the player shut themselves out. */
export function isExcluded(
  { excluded_until: until }: { readonly excluded_until: Date | null },
  nowMs: number,
): boolean {
  return until !== null && until.getTime() > nowMs
}
