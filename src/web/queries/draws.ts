import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Output } from '#contract/endpoint'
import type { LiveBody } from '#contract/live'
import { currentDraws, latestDraws } from '#contract/play/draws'
import { findPeriod } from '#core/periods/schedule'
import { call } from '../client.ts'
import { serverNow } from '../state/clock.ts'

export type Draws = Output<typeof currentDraws>
/** A game's period that takes bets or draws next, its last draw with numbers or bets, and the latest that is over. */
export type GameDraws = Draws['items'][number]

const spreadMs = 800

/** Every game's period and last draw, asked for anew when the next of them draws. */
export const currentDrawsQuery = queryOptions({
  queryKey: ['draws', 'current'],
  queryFn: async ({ client }) => {
    const answer = await call(currentDraws, {})
    return withNewest(answer, client.getQueryData<Draws>(['draws', 'current']))
  },
  staleTime: 5_000,
  // All phones would ask at the same instant, so each waits a little: the result itself comes as an event.
  refetchInterval: ({ state: { data } }) => Math.min(60_000, msToNextDraw(data) + 200 + Math.random() * spreadMs),
})

/** What was told while the answer was on its way is newer than the answer. */
function withNewest(answer: Draws, known: Draws | undefined): Draws {
  const items = answer.items.map((item) => {
    const { last = null, ended = null } = known?.items.find(({ game }) => game === item.game) ?? {}
    return {
      ...item,
      last: last && last.drawsAt > (item.last?.drawsAt ?? 0) ? last : item.last,
      ended: laterDraw(ended, item.ended),
    }
  })
  return { ...answer, items }
}

/** The names of a game's draws sort as their times do. */
const laterDraw = (one: string | null, other: string | null) => ((one ?? '') > (other ?? '') ? one : other)

function msToNextDraw(data: Draws | undefined): number {
  const nowMs = serverNow()
  const toCome = (data?.items ?? []).flatMap(({ period }) => (period ? [period.drawsAt - nowMs] : []))
  return Math.max(1_000, Math.min(...toCome))
}

/** Puts a result that was told where the answer would have it, so that nobody waits for the answer. */
export function showResult(queries: QueryClient, told: LiveBody<'draw.result'>): void {
  const period = findPeriod(told.drawId)
  const isOld = () =>
    queries.getQueryData(currentDrawsQuery.queryKey)?.items.some((item) => item.period?.drawId === told.drawId)
  // The next period has begun, and this page has not asked for it yet. The result is shown at once; thousands hear it in the same
  // instant, so each asks for the rest at a moment of its own, unless it has asked by then.
  const askAnew = () => void (isOld() && queries.invalidateQueries({ queryKey: currentDrawsQuery.queryKey }))
  if (isOld()) setTimeout(askAnew, Math.random() * spreadMs)
  queries.setQueryData(currentDrawsQuery.queryKey, (known) => {
    if (!known || !period) return known
    const last = {
      drawId: told.drawId,
      game: period.game,
      issue: told.issue,
      drawsAt: period.drawsAtMs,
      status: 'drawn' as const,
      outcome: told.outcome,
      shadowOutcome: null,
      voidReason: null,
      round: told.round,
      endedAt: serverNow(),
      wasDelayed: false,
    }
    const isNewer = (item: GameDraws) => item.game === period.game && (item.last?.drawsAt ?? 0) < last.drawsAt
    const withLast = (item: GameDraws) => ({ ...item, last, ended: laterDraw(item.ended, last.drawId) })
    return { ...known, items: known.items.map((item) => (isNewer(item) ? withLast(item) : item)) }
  })
}

/** Puts what operators stopped where the answer would have it. A game's own stop is told before one of all games. */
export function showStops(queries: QueryClient, { stops }: LiveBody<'games.changed'>): void {
  const stopOf = (game: string | null) => stops.find((stop) => stop.game === game)
  queries.setQueryData(
    currentDrawsQuery.queryKey,
    (known) =>
      known && {
        ...known,
        items: known.items.map((item) => ({ ...item, gameStop: stopOf(item.game) ?? stopOf(null) ?? null })),
      },
  )
  // An answer that is on its way may not know of it.
  if (queries.isFetching({ queryKey: currentDrawsQuery.queryKey }) > 0)
    void queries.invalidateQueries({ queryKey: currentDrawsQuery.queryKey })
}

export const latestDrawsQuery = queryOptions({
  queryKey: ['draws', 'latest'],
  queryFn: () => call(latestDraws, {}),
  staleTime: 20_000,
  refetchInterval: 60_000,
})
