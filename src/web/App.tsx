import { MutationCache, QueryCache, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import { Activity, Suspense, lazy, startTransition, useEffect, useRef, useState } from 'react'
import { Queries } from '#ui/queries.ts'
import { ToastRegion } from '#ui/Toast'
import { lazyAgain } from '#ui/loading/lazy-again.ts'
import { Repeatable } from './client.ts'
import { loadAllWords } from './i18n/index.ts'
import { useWords } from './i18n/words.ts'
import { isRefusedAs, meQuery } from './queries/accounts.ts'
import { ErrorBoundary } from '#ui/loading/ErrorBoundary'
import { BrokenScreen, OfflineScreen } from './shell/reach/OfflineScreen.tsx'
import { OfflineBanner } from './shell/OfflineBanner.tsx'
import { gameAt } from './shell/draws/game-pages.ts'
import { PasswordSheet } from './shell/PasswordSheet.tsx'
import { Progress } from './shell/Progress.tsx'
import { TabBar } from './shell/TabBar.tsx'
import { TopBar } from './shell/TopBar.tsx'
import { PlaceContext, checkGuard, useShown } from './shell/navigation.ts'
import { logoutFacts } from './state/session.ts'
import { titleOf } from './pages.ts'

/** A call was refused because nobody is logged in: the app asks the server again who is, and follows that answer. */
const onError = (error: unknown) => {
  if (isRefusedAs(error, 'not_signed_in', 'session_broken')) void queries.invalidateQueries(meQuery)
}

/** A mutation that was removed when its session ended is not retried, even if it was already waiting for its retry. */
class Mutations extends MutationCache {
  override canRun(mutation: ReturnType<MutationCache['getAll']>[number]): boolean {
    return this.getAll().includes(mutation) && super.canRun(mutation)
  }
}

const queries: Queries = new Queries({
  queryCache: new QueryCache({ onError }),
  mutationCache: new Mutations({ onError }),
  defaultOptions: {
    queries: { retry: 1, refetchOnWindowFocus: true },
    // A call whose answer was lost is repeated where that can do no harm.
    mutations: {
      retry: (failures, error) => error instanceof Repeatable && failures < 5,
      retryDelay: (failures) => Math.min(1_000 * 2 ** failures, 8_000),
      networkMode: 'always',
    },
  },
})

const visitorsWaitMs = 3_000

/** Only for who wants it, with the words of the screens, which home does without. */
const RealityCheck = lazyAgain(async () => {
  const [{ RealityCheck: Check }] = await Promise.all([import('./shell/protection/RealityCheck.tsx'), loadAllWords()])
  return Check
})

const LogoutNotice = lazyAgain(async () => {
  const [{ LogoutNotice: Told }] = await Promise.all([import('./shell/LogoutNotice.tsx'), loadAllWords()])
  return Told
})

/** They belong to the screen itself: nothing else is fetched meanwhile. */
export const firstSecondsMs = 3_000

/** Nothing of it is on the first screen, so it comes after that; without a connection, with the next visit. */
const Installable = lazy(() =>
  import('./shell/install/Installable.tsx').then(
    (loaded) => ({ default: loaded.Installable }),
    () => ({ default: () => null }),
  ),
)

export function App() {
  return (
    <QueryClientProvider client={queries}>
      <Progress />
      <Frame />
      <PasswordSheet />
      <ToastRegion />
      <Afterwards />
    </QueryClientProvider>
  )
}

/** What is not on the first screen. It has a state of its own, so that nothing else is drawn again when it comes. */
function Afterwards() {
  const [isTime, setIsTime] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setIsTime(true)), firstSecondsMs)
    return () => clearTimeout(timer)
  }, [])
  return isTime ? (
    <ErrorBoundary fallback={null}>
      <Suspense>
        <Installable releaseFile={new URL(import.meta.url).pathname} />
      </Suspense>
    </ErrorBoundary>
  ) : null
}

/** What stands around every screen, and the kept screens behind the one that is shown. */
function Frame() {
  const { current, screens } = useShown()
  const { t, locale } = useWords()
  const { level } = current.page
  const { bar, tab } = titleOf(current.page, current.place)
  const wantsReality = typeof useSession()?.realityCheckInMs === 'number'
  const wasLoggedOut = logoutFacts.use() !== null
  const screen = useRef<HTMLDivElement>(null)
  useEffect(() => {
    document.documentElement.lang = locale
    document.title = tab ? `${t(tab)} · Clearball` : 'Clearball'
  }, [t, locale, tab])
  const focused = useRef(current.key)
  useEffect(() => {
    // Who listens instead of looking is put at the top of the new page, as a browser would do.
    if (focused.current !== current.key) screen.current?.focus({ preventScroll: true })
    focused.current = current.key
  }, [current.key])
  return (
    <div
      className={`mx-auto flex min-h-dvh w-full max-w-[480px] flex-col bg-background ${current.page.isWide ? 'md:max-w-[960px] low:max-w-[960px] wide:max-w-[1120px]' : 'md:max-w-[640px]'}`}
    >
      <div className="sticky top-0 z-20">
        <OfflineBanner />
        {bar ? <TopBar title={bar} game={boardGame(current)} /> : null}
      </div>
      {wasLoggedOut ? (
        // A page that cannot fetch it goes on without; the next one tries again.
        <ErrorBoundary at={current.key} fallback={null}>
          <Suspense>
            <LogoutNotice path={current.page.path} />
          </Suspense>
        </ErrorBoundary>
      ) : null}
      <div ref={screen} tabIndex={-1} className="flex flex-1 flex-col outline-none">
        {screens.map(({ key, place, Screen }) => (
          <Activity key={key} mode={key === current.key ? 'visible' : 'hidden'}>
            <PlaceContext value={place}>
              <ErrorBoundary fallback={<BrokenScreen />}>{Screen ? <Screen /> : <OfflineScreen />}</ErrorBoundary>
            </PlaceContext>
          </Activity>
        ))}
      </div>
      {level === 1 ? <TabBar path={current.page.path} /> : null}
      {wantsReality ? (
        // The next page tries again, as above; and another player does not get the check of the one before.
        <ErrorBoundary key={current.key} fallback={null}>
          <Suspense>
            <RealityCheck />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </div>
  )
}

/** The game whose board is shown; null on every other page. */
function boardGame({ page, place, Screen }: ReturnType<typeof useShown>['current']) {
  // Where the board could not be fetched, its bar cannot be either.
  const isBoard = Screen !== null && (page.path === '/play/game' || page.path === '/play/czgame')
  return isBoard ? gameAt(place.path, place.search) : null
}

/** Follows who is signed in: live events as them or as a visitor, and away from pages that are not for them. */
function useSession() {
  const client = useQueryClient()
  const { data: me } = useQuery(meQuery)
  const sessionId = me ? me.sessionId : me
  useEffect(() => {
    if (sessionId === undefined) return
    let leave: (() => void) | undefined
    let timer: ReturnType<typeof setTimeout>
    const left = new AbortController()
    const follow = () =>
      import('./state/live.ts').then(
        ({ followLive }) => {
          if (!left.signal.aborted) leave = followLive(client)
        },
        // Without a connection it cannot be fetched; it is tried again.
        () => (timer = setTimeout(follow, visitorsWaitMs)),
      )
    // A visitor's first seconds belong to the page itself; results are all that they listen for.
    timer = setTimeout(follow, sessionId ? 0 : visitorsWaitMs)
    return () => {
      left.abort()
      clearTimeout(timer)
      leave?.()
    }
  }, [sessionId, client])
  useEffect(() => {
    if (me === null) checkGuard()
  }, [me])
  return me
}
