import { queryOptions } from '@tanstack/react-query'
import type { Locale } from '#contract/locales'
import { announcements, site } from '#contract/site'
import { call } from '../client.ts'

export const siteQuery = queryOptions({ queryKey: ['site'], queryFn: () => call(site, {}), staleTime: Infinity })

export const announcementsQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['site', 'announcements', locale],
    queryFn: () => call(announcements, { locale }),
    staleTime: 60_000,
  })
