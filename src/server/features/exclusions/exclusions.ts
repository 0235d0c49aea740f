import type { Output } from '#contract/endpoint'
import type { me } from '#contract/people/me'
import type { Facts } from '#contract/refusals'
import { type ExclusionKind, exclusionStanding } from '#core/rules/play/exclusion'
import type { Queryable } from '../../world/members/database.ts'

/** Whether the player is excluded by their own choice. */
export function isExcluded(
  { excluded_until: until }: { readonly excluded_until: Date | null },
  nowMs: number,
): boolean {
  return until !== null && until.getTime() > nowMs
}

/** The player's current time-out or self-exclusion, derived from all they ever began. */
export async function exclusionOf(
  db: Queryable,
  playerId: string,
  nowMs: number,
): Promise<Output<typeof me>['exclusion']> {
  const rows = await db
    .selectFrom('exclusion')
    .select(['kind', 'until', 'return_asked_at'])
    .where('player_id', '=', playerId)
    .execute()
  const begun = rows.map(({ kind, until, return_asked_at }) => ({
    kind: kind as ExclusionKind,
    untilMs: until.getTime(),
    returnAskedAtMs: return_asked_at?.getTime() ?? null,
  }))
  const standing = exclusionStanding(begun, nowMs)
  if (!standing) return null
  const { untilMs, opensAtMs, ...rest } = standing
  return { ...rest, until: untilMs, opensAt: opensAtMs }
}

/** What a refusal says about the exclusion: when it ends, or that the player has to ask for its end. */
export async function exclusionFacts(db: Queryable, playerId: string, nowMs: number): Promise<Facts> {
  const exclusion = await exclusionOf(db, playerId, nowMs)
  if (!exclusion) return {}
  return exclusion.canAskToReturn
    ? { next: 'ask' }
    : { until: new Date(exclusion.opensAt ?? exclusion.until).toISOString() }
}
