import type { Output } from '#contract/endpoint'
import type { listDraws } from '#contract/play/draws'
import type { Selectable } from 'kysely'
import type { Period } from '../../world/members/tables.generated.ts'

/** Over how long browsers that are told the same thing spread what they ask then. */
export const spreadMs = 800

type Draw = Output<typeof listDraws>['items'][number]

/** A period that has ended, as players are told of it. */
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
