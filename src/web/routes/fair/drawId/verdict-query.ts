import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { siteQuery } from '../../../queries/site.ts'
import { type Asked, type Checked, checkDraw } from './check-draw.ts'

/** Until a draw is over there is more to check every few seconds. */
const everyMs = 5_000

export const isOver = ({ verdict }: Checked): boolean =>
  !verdict.steps.some(({ reason }) => reason === 'not-finished' || reason === 'no-settle')

export const verdictQuery = (asked: Asked) =>
  queryOptions({
    queryKey: ['verdict', asked],
    queryFn: ({ client }) => checkDraw(asked, client.ensureQueryData(siteQuery)),
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && !isOver(data) ? everyMs : false),
  })
