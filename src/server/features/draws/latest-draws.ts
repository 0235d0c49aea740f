import { latestDraws } from '#contract/play/draws'
import type { Output } from '#contract/endpoint'
import { handleShared } from '../../services/calls/handle.ts'
import { lastPeriods } from './current-draws.ts'
import { witnessesInTime } from './witnesses.ts'

/** So many fit one line of home. */
const shownMost = 3

export const latestDrawsHandler = handleShared(latestDraws, {
  source: 'draws',
  run: async ({ db, nowMs, witnesses: { policy } }) => {
    const drawn = [...(await lastPeriods(db, new Date(nowMs))).values()]
      .filter(({ status }) => status === 'drawn')
      .sort((a, b) => b.ended_at!.getTime() - a.ended_at!.getTime())
      .slice(0, shownMost)
    const items: Output<typeof latestDraws>['items'] = []
    for (const period of drawn) {
      const roundMs = period.round_at.getTime()
      const asked = policy?.quorum ? policy : null
      const seen = asked && (await witnessesInTime(db, { policy: asked, drawId: period.draw_id, roundMs })).signed
      const seenMs = seen?.size ? Math.max(...seen.values()) : period.closes_at.getTime()
      items.push({
        drawId: period.draw_id,
        game: period.game as (typeof items)[number]['game'],
        outcome: period.outcome!,
        endedAt: period.ended_at!.getTime(),
        witnesses: seen ? seen.size : null,
        aheadSeconds: Math.floor((roundMs - seenMs) / 1_000),
      })
    }
    return { items }
  },
})
