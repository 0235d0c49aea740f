import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { Refused } from '#contract/client'
import type { Input, Output } from '#contract/endpoint'
import { getBet, listBets, listRepeatOrders, stakesInPlay } from '#contract/play/bets'
import { call } from '../client.ts'
import { nextPage } from './pages.ts'

export type ShownBet = Output<typeof listBets>['items'][number]
export type BetFilter = Omit<Input<typeof listBets>, 'after'>
export type ShownRepeatOrder = Output<typeof listRepeatOrders>['items'][number]

/** Keys of queries about bets begin with `bets`, by which live events invalidate them. */
export const betsQuery = (filter: BetFilter) =>
  infiniteQueryOptions({
    queryKey: ['bets', 'list', filter],
    queryFn: ({ pageParam }) => call(listBets, { ...filter, ...pageParam }),
    ...nextPage,
  })

export const betQuery = (id: string) =>
  queryOptions({
    queryKey: ['bets', 'one', id],
    queryFn: async () => {
      // An address without a bet asks for none.
      if (id === '') throw new Refused('bet_unknown')
      return call(getBet, { id })
    },
    retry: (failures, error) => !(error instanceof Refused) && failures < 1,
  })

export const repeatOrdersQuery = infiniteQueryOptions({
  queryKey: ['bets', 'repeatOrders'],
  queryFn: ({ pageParam }) => call(listRepeatOrders, pageParam),
  ...nextPage,
})

/** Asked anew with everything that shows bets. */
export const stakesInPlayQuery = queryOptions({
  queryKey: ['bets', 'in-play'],
  queryFn: () => call(stakesInPlay, {}),
  staleTime: 10_000,
})
