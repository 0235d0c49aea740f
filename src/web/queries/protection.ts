import { queryOptions } from '@tanstack/react-query'
import { showRealityCheck } from '#contract/people/protection'
import { call } from '../client.ts'

export const realityCheckQuery = queryOptions({
  queryKey: ['reality-check'],
  queryFn: () => call(showRealityCheck, {}),
})
