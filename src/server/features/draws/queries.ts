import type { Output } from '#contract/endpoint'
import type { currentDraws } from '#contract/play/draws'
import { type Selectable, sql } from 'kysely'
import type { Period } from '../../world/members/tables.generated.ts'

/** Browsers that receive the same event spread the requests that follow over this time. */
export const spreadMs = 800

type Draw = NonNullable<Output<typeof currentDraws>['items'][number]['last']>

/**
 * Whether a period ended without numbers and without a bet. Such draws are counted, not shown; a void that anybody had bet on
 * is always shown.
 */
export const isNotHeld = sql<boolean>`(status = 'skipped' or (status = 'void' and bets = 0))`

/** An ended period as players see it. */
export function toDraw(period: Selectable<Period>): Draw {
  return {
    drawId: period.draw_id,
    game: period.game as Draw['game'],
    issue: period.issue,
    drawsAt: period.draws_at.getTime(),
    status: period.status as Draw['status'],
    outcome: period.outcome,
    shadowOutcome: period.shadow_outcome,
    voidReason: period.void_reason as Draw['voidReason'],
    round: period.round,
    endedAt: period.ended_at!.getTime(),
    wasDelayed: period.delayed_at !== null,
  }
}
