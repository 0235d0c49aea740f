import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, Suspense, useDeferredValue, useLayoutEffect } from 'react'
import { games } from '#core/games/catalogue'
import { buttonClass } from '#ui/Button'
import { lazyAgain } from '#ui/loading/lazy-again.ts'
import { useWords } from '../../i18n/words.ts'
import { Link } from '../../shell/Link.tsx'
import { meQuery } from '../../queries/accounts.ts'
import { type Draws, currentDrawsQuery } from '../../queries/draws.ts'
import { siteQuery } from '../../queries/site.ts'
import { DemoEntry } from '../../shell/arrival/DemoEntry.tsx'
import { ErrorBoundary } from '#ui/loading/ErrorBoundary'
import { serverNow } from '../../state/clock.ts'
import { GameCard } from './GameCard.tsx'
import { LatestDraws } from './LatestDraws.tsx'
import { News } from './News.tsx'
import { NextDraw } from './NextDraw.tsx'
import { FirstSteps } from './first/FirstSteps.tsx'
import { Tour } from './first/Tour.tsx'
import { useInTurns } from './in-turns.ts'
import { orderGames } from './next-draw.ts'

/** For players only; a visitor does not wait for it. */
const Purse = lazyAgain(async () => (await import('./player/Purse.tsx')).Purse)
const PlayerActions = lazyAgain(async () => (await import('./player/PlayerActions.tsx')).PlayerActions)

export function HomePage() {
  const { data: me } = useQuery(meQuery)
  // The cards follow in pieces, so that a tap does not wait for all nine.
  const data = useDeferredValue(useQuery(currentDrawsQuery).data)
  // A kept page runs this whenever it is shown again. Where the page is drawn at build time, `start.js` has done it.
  useLayoutEffect(() => orderGames(serverNow()), [])
  return (
    <main className="flex flex-1 flex-col gap-4 pb-8">
      <header className="hero flex flex-col gap-4 rounded-b-[28px] px-4 pt-3 pb-4">
        <div className="flex min-h-11 flex-wrap items-center gap-2.5">
          <img src="/mark.svg" alt="" className="size-9" />
          <p className="text-xl leading-tight font-bold max-[340px]:sr-only">Clearball</p>
          <DemoPill />
          <div className="ml-auto min-w-0">{me ? <OptionalPart of={Purse} /> : null}</div>
        </div>
        <NextDraw items={data?.items ?? []} />
        <div className="min-h-19">{data ? <LatestDraws /> : null}</div>
      </header>
      <div className="flex flex-col gap-4 px-4">
        <News />
        <Ways />
        <FirstSteps />
        <Games data={data} />
        <Standing />
      </div>
      <Tour />
    </main>
  )
}

/** A part that is fetched after the page; where it cannot be, the page goes on without it. */
function OptionalPart({ of: Part, place = null }: { of: ComponentType; place?: ReactNode }) {
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={place}>
        <Part />
      </Suspense>
    </ErrorBoundary>
  )
}

function DemoPill() {
  const { t } = useWords()
  return (
    <span className="demo-only rounded-full bg-white/15 px-2.5 py-0.5 text-xs font-semibold">{t('app.demoPill')}</span>
  )
}

/**
 * What the money here is: play money, or real under a licence. The words for play money stand there from the first paint,
 * seen only where the document says that it is; elsewhere they keep the place until the licence is known.
 */
function Standing() {
  const { t } = useWords()
  const { data: site } = useQuery(siteQuery)
  if (site?.mode === 'real')
    return (
      <Link to="/my/about" className="text-sm text-quiet underline underline-offset-2">
        {site.licence}
      </Link>
    )
  return <p className="demo-only text-sm text-quiet">{t('app.demo')}</p>
}

/** What a player does next, or the ways in for a visitor. */
function Ways() {
  const { t } = useWords()
  const { data: me } = useQuery(meQuery)
  if (me === undefined) return <output className="block h-11" aria-label={t('common.loading')} />
  if (me) return <OptionalPart of={PlayerActions} place={<div className="h-11" />} />
  return (
    <div className="grid grid-cols-2 gap-3">
      <Link to="/account/login" className={buttonClass('brand')}>
        {t('account.login')}
      </Link>
      <Link to="/account/register" className={buttonClass('quiet')}>
        {t('account.register')}
      </Link>
      <div className="demo-people col-span-2 grid">
        <DemoEntry look="quiet" />
      </div>
    </div>
  )
}

/** A row of a tablet, one and a half of a phone. */
const cardsAtOnce = 3

function Games({ data }: { data: Draws | undefined }) {
  const { t, refusal } = useWords()
  const shown = useInTurns(data, games.length / cardsAtOnce)
  return (
    <section aria-labelledby="games">
      <h1 id="games" className="pb-2 text-lg font-bold">
        {t('home.games')}
      </h1>
      {data?.stop ? (
        <p className="pb-2 text-sm text-warning">{refusal('betting_stopped', { stop: data.stop })}</p>
      ) : null}
      <ul className="grid grid-cols-2 gap-3 [reading-flow:grid-order] md:grid-cols-3">
        {games.map(({ code }, at) => (
          <GameCard
            key={code}
            code={code}
            draws={shown[Math.floor(at / cardsAtOnce)]?.items.find(({ game }) => game === code)}
          />
        ))}
      </ul>
    </section>
  )
}
