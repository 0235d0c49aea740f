import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { playerFactors } from '#contract/factors'
import { myCertification } from '#contract/people/certifications'
import { call } from '../client.ts'
import { meQuery } from './accounts.ts'

export const certificationQuery = queryOptions({
  queryKey: ['certification'],
  queryFn: () => call(myCertification, {}),
  staleTime: 30_000,
})

export const factorsQuery = queryOptions({
  queryKey: ['factors'],
  queryFn: () => call(playerFactors.list, {}),
})

/** Asks anew who the player is, after something about them was changed. */
export function useRefreshMe(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: meQuery.queryKey })
}
