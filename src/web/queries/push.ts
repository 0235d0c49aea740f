import { type QueryClient, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Locale } from '#contract/locales'
import { choosePushKinds } from '#contract/people/push'
import type { PushKind } from '#core/rules/play/push'
import { call } from '../client.ts'
import { readPush, turnOffPush, turnOnPush } from '../shell/push/browser.ts'

export const pushQuery = queryOptions({ queryKey: ['push'], queryFn: readPush })

type Wanted = { readonly isOn: false } | { readonly isOn: true; readonly key: string; readonly locale: Locale }

export function switchPushMutation(queries: QueryClient) {
  return mutationOptions({
    mutationFn: (wanted: Wanted) => (wanted.isOn ? turnOnPush(wanted.key, wanted.locale) : turnOffPush()),
    onSettled: () => queries.invalidateQueries({ queryKey: pushQuery.queryKey }),
  })
}

export function choosePushKindsMutation(queries: QueryClient) {
  return mutationOptions({
    mutationFn: (kinds: PushKind[]) => call(choosePushKinds, { kinds }),
    onSettled: () => queries.invalidateQueries({ queryKey: pushQuery.queryKey }),
  })
}
