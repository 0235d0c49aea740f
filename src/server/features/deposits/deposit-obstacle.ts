import type { Output } from '#contract/endpoint'
import type { depositOptions } from '#contract/money/deposits'
import { type AccountStatus, actionRefusal } from '#core/rules/account-status'
import { openDepositsMost } from '#core/rules/money/deposit'
import type { Queryable } from '../../world/members/database.ts'
import { owedBy } from '../../services/ledger/owed.ts'
import { certifiedName } from '../certifications/certified-name.ts'
import { isExcluded } from '../exclusions/exclusions.ts'
import { undecidedDeposits } from './undecided-deposits.ts'

type Obstacle = NonNullable<Output<typeof depositOptions>['blockedBy']>

/** Why a player cannot top up at all, so that they learn it before they send money; null where nothing prevents it. */
export async function depositObstacle(
  db: Queryable,
  player: { id: string; status: string; excluded_until: Date | null },
  nowMs: number,
): Promise<Obstacle | null> {
  const refusal = actionRefusal(player.status as AccountStatus, 'deposit')
  // A player who owes for a reversed top-up may still top up: that is how they pay it back.
  if (refusal && !(refusal === 'account_restricted' && (await owedBy(db, player.id)) > 0n)) return refusal
  if (isExcluded(player, nowMs)) return 'player_excluded'
  if ((await certifiedName(db, player.id)) === null) return 'certification_required'
  return (await undecidedDeposits(db, player.id)) >= openDepositsMost ? 'deposits_too_many' : null
}
