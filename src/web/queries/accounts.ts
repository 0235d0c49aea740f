import { type QueryClient, mutationOptions, queryOptions } from '@tanstack/react-query'
import { me, register, signIn, signOut } from '#contract/accounts'
import { Refused } from '#contract/client'
import type { Input } from '#contract/endpoint'
import { Unanswered, call } from '../client.ts'
import { sessionHint } from '../state/session.ts'

/** The signed-in player, or null for a visitor. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async () => {
    if (!sessionHint.isSet()) return null
    try {
      return await call(me, {})
    } catch (error) {
      if (!(error instanceof Refused && (error.code === 'not_signed_in' || error.code === 'session_broken')))
        throw error
      sessionHint.clear()
      return null
    }
  },
  staleTime: 30_000,
})

/** The key is made once per filled-in form, so that asking again after a lost answer cannot register twice. */
export const registerMutation = mutationOptions({
  mutationFn: ({ form, key }: { form: Input<typeof register>; key: string }) => call(register, form, key),
  retry: (failures, error) => error instanceof Unanswered && failures < 5,
  retryDelay: (failures) => Math.min(1_000 * 2 ** failures, 8_000),
})

export function signInMutation(queries: QueryClient) {
  return mutationOptions({
    mutationFn: (form: Input<typeof signIn>) => call(signIn, form),
    onSuccess: async () => {
      sessionHint.set()
      await queries.fetchQuery({ ...meQuery, staleTime: 0 })
    },
  })
}

export function signOutMutation(queries: QueryClient) {
  return mutationOptions({
    mutationFn: () => call(signOut, {}),
    onSuccess: () => forgetSession(queries),
  })
}

/** Nothing of the person who left stays in memory. */
export function forgetSession(queries: QueryClient): void {
  sessionHint.clear()
  queries.setQueryData(meQuery.queryKey, null)
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
}
