import { answerRealityCheck, setRealityCheck, showRealityCheck } from '#contract/people/protection'
import { realityCheckDueMs } from '#core/rules/play/reality-check'
import type { Queryable, Tx } from '../../world/members/database.ts'
import { handle, handleSnapshot } from '../../services/calls/handle.ts'
import { playedSince } from '../../services/ledger/moved.ts'

type Asked = { readonly playerId: string; readonly sessionId: string; readonly nowMs: number }

/** The interval a player chose, the time until the next reminder, and since when they play. */
async function realityCheckOf(db: Queryable, { playerId, sessionId, nowMs }: Asked) {
  const row = await db
    .selectFrom('session')
    .innerJoin('player', 'player.id', 'session.player_id')
    .select(['playing_since', 'reality_answered_at', 'reality_check_minutes'])
    .where('session.id', '=', sessionId)
    .where('player.id', '=', playerId)
    .executeTakeFirstOrThrow()
  return realityCheckIn(row, nowMs)
}

type Playing = {
  readonly playing_since: Date
  readonly reality_answered_at: Date | null
  readonly reality_check_minutes: number | null
}

/** The same from the columns that say so. */
export function realityCheckIn(row: Playing, nowMs: number) {
  const minutes = row.reality_check_minutes
  const playingSinceMs = row.playing_since.getTime()
  const answeredAtMs = row.reality_answered_at?.getTime() ?? null
  const dueMs = realityCheckDueMs({ minutes, playingSinceMs, answeredAtMs })
  return { minutes, dueInMs: dueMs === null ? null : Math.max(0, dueMs - nowMs), playingSinceMs }
}

export const showRealityCheckHandler = handleSnapshot(showRealityCheck, async ({ caller, db, nowMs }) => {
  const { playingSinceMs, ...rest } = await realityCheckOf(db, { ...caller, nowMs })
  const played = await playedSince(db, caller.playerId, playingSinceMs)
  return { ...rest, playedMs: nowMs - playingSinceMs, ...played }
})

export const setRealityCheckHandler = handle(setRealityCheck, async ({ input, caller, tx, nowMs }) => {
  await tx
    .updateTable('player')
    .set({ reality_check_minutes: input.minutes })
    .where('id', '=', caller.playerId)
    .execute()
  // The interval starts now: a player who has just chosen one should not be reminded at once.
  await seen(tx, caller.sessionId, nowMs)
  return {}
})

export const answerRealityCheckHandler = handle(answerRealityCheck, async ({ caller, tx, nowMs }) => {
  await seen(tx, caller.sessionId, nowMs)
  return {}
})

async function seen(tx: Tx, sessionId: string, nowMs: number): Promise<void> {
  await tx
    .updateTable('session')
    .set({ reality_answered_at: new Date(nowMs) })
    .where('id', '=', sessionId)
    .execute()
}
