import { QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query'
import { Refused } from '#contract/client'
import { operatorMe } from '#contract/ops'
import { Queries } from '#ui/queries.ts'
import { call } from './client.ts'
import { problem, t } from './i18n/words.ts'
import { Button } from './parts/Button.tsx'
import { Frame } from './shell/Frame.tsx'
import { EnrolPage } from './routes/enrol/EnrolPage.tsx'
import { JoinPage } from './routes/join/JoinPage.tsx'
import { LoginPage } from './routes/login/LoginPage.tsx'
import { prefetch, screens } from './screens.ts'

const joinPath = '/join'
const queries = new Queries({ defaultOptions: { queries: { retry: 1 } } })

// Fetches the page's code while the server is asked who is logged in, and both while the words are fetched.
prefetch(location.pathname)

/** The signed-in operator, null, or that their second factor is still to be set up. */
const meQuery = queryOptions({
  queryKey: ['me'],
  // What was asked ahead is not asked again when the console is drawn a moment later.
  staleTime: 5_000,
  queryFn: async () => {
    const me = await askMe()
    // What one operator was shown is not kept for the next, whose role may be another.
    if (nameOf(me) !== nameOf(queries.getQueryData(['me'])))
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
    return me
  },
})

function askMe() {
  return call(operatorMe, {}).catch((error: unknown) => {
    if (error instanceof Refused && (error.code === 'not_signed_in' || error.code === 'session_broken')) return null
    if (error instanceof Refused && error.code === 'second_factor_required') return 'enrolling'
    throw error
  })
}

const nameOf = (me: Awaited<ReturnType<typeof askMe>> | undefined) => (me && me !== 'enrolling' ? me.account : null)

if (location.pathname !== joinPath) void queries.prefetchQuery(meQuery)

export function App() {
  return (
    <QueryClientProvider client={queries}>
      {location.pathname === joinPath ? <JoinPage /> : <Console />}
    </QueryClientProvider>
  )
}

/** The console itself, or the step that is missing before it: logging in, or setting up a second factor. */
function Console() {
  const { data: me, error, isPending, isFetching, refetch } = useQuery(meQuery)
  if (isPending) return null
  // Asking again may fail for a moment, as when a computer wakes up: what is open, and what was typed in it, stays.
  if (me === undefined)
    return (
      <div className="flex flex-col items-start gap-3 p-8">
        <p className="text-danger">{problem(error)}</p>
        <Button look="brand" disabled={isFetching} onClick={() => void refetch()}>
          {t('loadAgain')}
        </Button>
      </div>
    )
  if (me === 'enrolling') return <EnrolPage onDone={() => void refetch()} />
  return me ? (
    <Frame key={me.account} me={me} screens={screens} onLeave={() => void refetch()} />
  ) : (
    <LoginPage onEnter={() => void refetch()} />
  )
}
