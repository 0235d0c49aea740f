import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listDraws } from '#contract/play/past-draws'
import type { GameCode } from '#core/games/catalogue'
import type { Result } from '#core/games/draw-shape'
import { type Market, seenAt } from '#core/games/market'
import { call } from '../../../client.ts'

/** As many as fit under a number as marks that one can tell apart. */
const drawsMost = 30

/** The latest results of a game, the oldest first. */
const recentResultsQuery = (game: GameCode) =>
  queryOptions({
    queryKey: ['draws', 'recent', game],
    queryFn: async (): Promise<readonly Result[]> => {
      const first = await call(listDraws, { game })
      const isEnough = first.items.length >= drawsMost || first.next === null
      const { items } = isEnough ? { items: [] } : await call(listDraws, { game, after: first.next! })
      const results = [...first.items, ...items].flatMap(({ outcome }) => (outcome ? [outcome] : []))
      return results.slice(0, drawsMost).toReversed()
    },
  })

/** For each selection of a market whether it won, draw by draw: `0010`, the latest last. */
export function pastWins(
  results: readonly Result[],
  market: Market,
  position: number | null,
): ReadonlyMap<string, string> {
  const winners = results.map((result) => market.winners(seenAt(market, position, result)))
  return new Map(
    market.selections.map((selection) => [
      selection,
      winners.map((won) => (won.includes(selection) ? '1' : '0')).join(''),
    ]),
  )
}

/** The latest results, once somebody wants to see them; null before. */
export function useRecentResults(game: GameCode, isWanted: boolean): readonly Result[] | null {
  const { data } = useQuery({ ...recentResultsQuery(game), enabled: isWanted })
  return useMemo(() => (isWanted ? (data ?? null) : null), [isWanted, data])
}
