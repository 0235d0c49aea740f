import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Output } from '#contract/endpoint'
import { drawStatistics, gameTrends, listDraws, listWitnesses } from '#contract/play/past-draws'
import type { GameCode } from '#core/games/catalogue'
import { call } from '../client.ts'
import { nextPage } from './pages.ts'

export type PastDraw = Output<typeof listDraws>['items'][number]
export type Trend = Output<typeof gameTrends>['items'][number]

/** Queries about draws have keys that begin with `draws`. */
export const pastDrawsQuery = (game: GameCode) =>
  infiniteQueryOptions({
    queryKey: ['draws', 'past', game],
    queryFn: ({ pageParam }) => call(listDraws, { game, ...pageParam }),
    ...nextPage,
  })

export const trendsQuery = (game: GameCode) =>
  queryOptions({ queryKey: ['draws', 'trends', game], queryFn: () => call(gameTrends, { game }) })

export const statisticsQuery = queryOptions({
  queryKey: ['draws', 'statistics'],
  queryFn: () => call(drawStatistics, {}),
})

export const witnessesQuery = (drawId: string) =>
  queryOptions({ queryKey: ['draws', 'witnesses', drawId], queryFn: () => call(listWitnesses, { drawId }) })
