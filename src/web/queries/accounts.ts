import { type QueryClient, mutationOptions, queryOptions } from '@tanstack/react-query'
import { me, signOut } from '#contract/people/me'
import { Refused } from '#contract/client'
import type { RefusalCode } from '#contract/refusals'
import { call } from '../client.ts'
import { forgetScreens, navigate } from '../shell/navigation.ts'
import { logoutFacts, sessionHint } from '../state/session.ts'

/** The signed-in player, or null for a visitor. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async () => {
    if (!sessionHint.isSet()) return null
    try {
      const who = await call(me, {})
      // An answer about somebody who has logged out since is dropped.
      return sessionHint.isSet() ? who : null
    } catch (error) {
      if (!isRefusedAs(error, 'not_signed_in', 'session_broken')) throw error
      if (isRefusedAs(error, 'session_broken') && sessionHint.isSet()) logoutFacts.set((error as Refused).facts)
      sessionHint.clear()
      return null
    }
  },
  staleTime: 30_000,
  // A visitor is known to be one without asking.
  initialData: () => (sessionHint.isSet() ? undefined : null),
})

export function isRefusedAs(error: unknown, ...codes: RefusalCode[]): boolean {
  return error instanceof Refused && codes.includes(error.code)
}

export function signOutMutation(queries: QueryClient) {
  return mutationOptions({
    mutationFn: () => call(signOut, {}),
    onSuccess: async () => {
      sessionHint.clear()
      // Home first: a page for players would lead the visitor that one now is to log in again.
      await navigate('/', { replace: true })
      forgetSession(queries)
    },
  })
}

/** Nothing of the person who left stays in memory. */
export function forgetSession(queries: QueryClient): void {
  sessionHint.clear()
  queries.setQueryData(meQuery.queryKey, null)
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
  forgetScreens()
}

/** Asks anew for everything that shows money; queries about it have keys that begin with `money`. */
export async function refreshMoney(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: meQuery.queryKey }),
    queries.invalidateQueries({ queryKey: ['money'] }),
  ])
}

/** Asks anew for everything that shows bets; queries about them have keys that begin with `bets`. */
export async function refreshBets(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: ['bets'] })
}
