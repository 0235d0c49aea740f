import { type QueryClient, mutationOptions, queryOptions } from '@tanstack/react-query'
import { me, signOut } from '#contract/people/me'
import { Refused } from '#contract/client'
import type { Output } from '#contract/endpoint'
import type { RefusalCode } from '#contract/refusals'
import { dropQuestion } from '#ui/sending/ask-password.ts'
import { call } from '../client.ts'
import { forgetScreens, navigate } from '../shell/navigation.ts'
import { logoutFacts, sessionHint } from '../state/session.ts'

type Me = Output<typeof me> | null

/** How long to wait before asking again when the first question failed. */
const againMs = 5_000

/** The signed-in player, or null for a visitor. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ client }) => {
    const who = await askMe()
    const known = client.getQueryData<Me>(['me'])
    // Sometimes only this answer shows that the session has ended, or that another tab has logged in somebody else.
    if (known && known.id !== who?.id) forgetAllBut(client, who)
    return who
  },
  staleTime: 30_000,
  // Everything that only players can do waits for this answer, and no page asks anew by itself.
  refetchInterval: ({ state: { status, data } }) => (status === 'error' && data === undefined ? againMs : false),
  // A visitor is known to be one without asking.
  initialData: () => (sessionHint.isSet() ? undefined : null),
})

async function askMe(): Promise<Me> {
  const asked = sessionHint.read()
  if (asked === null) {
    sessionHint.none()
    return null
  }
  try {
    const who = await call(me, {})
    // Somebody has logged in or out since, so the answer is about a session that may be over.
    if (sessionHint.read() !== asked) return askMe()
    sessionHint.learn(who.sessionId)
    return who
  } catch (error) {
    if (!isRefusedAs(error, 'not_signed_in', 'session_broken')) throw error
    if (sessionHint.read() !== asked) return askMe()
    if (isRefusedAs(error, 'session_broken')) logoutFacts.set((error as Refused).facts)
    sessionHint.none()
    return null
  }
}

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

export function forgetSession(queries: QueryClient): void {
  sessionHint.clear()
  forgetAllBut(queries, null)
  // Another tab has logged in somebody since.
  if (sessionHint.isSet()) void queries.invalidateQueries(meQuery)
}

/** Nothing of the person who left stays in memory, and nothing of theirs that got no answer is sent again. */
function forgetAllBut(queries: QueryClient, who: Me): void {
  // Set before the screens are forgotten: the page that is drawn again reads who is logged in.
  queries.setQueryData(['me'], who)
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
  queries.getMutationCache().clear()
  // What the password was asked for belongs to the person who left.
  dropQuestion()
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
