import { viewPlayerScore } from '#contract/signals/cases'
import type { CaseOutcome } from '#core/signals/case'
import type { SignalRule } from '#core/signals/rules'
import { scoreOf } from '#core/signals/score'
import type { Queryable } from '../../world/members/database.ts'
import { recordAction } from '../../services/actions/record-action.ts'
import { handle } from '../../services/calls/handle.ts'
import { currentSettings } from '../../services/settings/current-settings.ts'

/** How many of a player's newest signals are read. Older ones have faded, or are of a rule that has a newer one. */
const newest = 50

/** The scores of some players, each with the signals that make it up, newest first. */
export async function scoresOf(db: Queryable, playerIds: readonly string[], nowMs: number) {
  const { fadeMs } = (await currentSettings(db, nowMs)).signals
  const scores = await Promise.all(
    playerIds.map(async (playerId) => [playerId, scoreOf(await signalsOf(db, playerId), { nowMs, fadeMs })] as const),
  )
  return new Map(
    scores.map(([playerId, { score, signals }]) => [
      playerId,
      {
        score,
        signals: signals.map(({ id, rule, facts, points, atMs, counts, as, caseId, caseNumber }) => ({
          id,
          rule,
          facts,
          points,
          at: atMs,
          counts,
          as,
          caseId,
          caseNumber,
        })),
      },
    ]),
  )
}

async function signalsOf(db: Queryable, playerId: string) {
  const rows = await db
    .selectFrom('signal_player')
    .innerJoin('signal', 'signal.id', 'signal_player.signal_id')
    .innerJoin('signal_case', 'signal_case.id', 'signal.case_id')
    .select(['signal.id', 'signal.rule', 'signal.facts', 'signal.points', 'signal.at'])
    .select(['signal_case.id as case_id', 'signal_case.number', 'signal_case.outcome'])
    .where('signal_player.player_id', '=', playerId)
    .orderBy('signal_player.signal_id', 'desc')
    .limit(newest)
    .execute()
  return rows.map((row) => ({
    id: String(row.id),
    rule: row.rule as SignalRule,
    facts: row.facts as Record<string, string>,
    points: row.points,
    atMs: row.at.getTime(),
    outcome: row.outcome as CaseOutcome | null,
    caseId: row.case_id,
    caseNumber: String(row.number),
  }))
}

export const viewPlayerScoreHandler = handle(viewPlayerScore, async (context) => {
  const { input, tx, nowMs, refuse } = context
  const player = await tx.selectFrom('player').select('id').where('id', '=', input.id).executeTakeFirst()
  if (!player) return refuse('player_unknown')
  await recordAction(context, 'signals.view', { subject: `player:${player.id}` })
  return (await scoresOf(tx, [player.id], nowMs)).get(player.id)!
})
