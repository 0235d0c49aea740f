import { queryOptions } from '@tanstack/react-query'
import { listGames } from '#contract/games'
import { call } from '../client.ts'

export const gamesQuery = queryOptions({
  queryKey: ['games'],
  queryFn: () => call(listGames, {}),
  staleTime: Infinity,
})
