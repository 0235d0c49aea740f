import { queryOptions } from '@tanstack/react-query'
import { site } from '#contract/site'
import { call } from '../client.ts'

export const siteQuery = queryOptions({ queryKey: ['site'], queryFn: () => call(site, {}), staleTime: Infinity })
