import { useQuery } from '@tanstack/react-query'
import { games } from '#core/games/catalogue'
import { Amount } from '#ui/Amount'
import { buttonClass } from '#ui/Button'
import { useWords } from '../../i18n/words.ts'
import { Link } from '../../shell/Link.tsx'
import { ExclusionNotice } from '../../shell/protection/ExclusionNotice.tsx'
import { meQuery } from '../../queries/accounts.ts'
import { currentDrawsQuery } from '../../queries/draws.ts'
import { siteQuery } from '../../queries/site.ts'
import { GameRow } from './GameRow.tsx'
import { News } from './News.tsx'

export function HomePage() {
  return (
    <main className="flex flex-1 flex-col gap-4 p-4 pb-8">
      <header className="flex items-center gap-3 pt-1">
        <img src="/mark.svg" alt="" className="size-11" />
        <div className="min-w-0 flex-1">
          <p className="text-xl leading-tight font-bold">Clearball</p>
          <News />
        </div>
      </header>
      <Standing />
      <Person />
      <Games />
    </main>
  )
}

/**
 * What the money here is: play money, or real under a licence. The words for play money stand there from the first paint,
 * seen only where the document says that it is; elsewhere they keep the place until the licence is known.
 */
function Standing() {
  const { t } = useWords()
  const { data: site } = useQuery(siteQuery)
  const look = 'min-h-14 content-center rounded-card px-3 py-2 text-sm'
  if (site?.mode === 'real')
    return (
      <Link to="/my/about" className={`${look} border border-line text-quiet`}>
        <span className="line-clamp-2">{site.licence}</span>
      </Link>
    )
  return <p className={`${look} demo-only bg-warning-soft text-warning`}>{t('app.demo')}</p>
}

/** The player's balance, or the ways in for a visitor. */
function Person() {
  const { t, locale } = useWords()
  const { data: me } = useQuery(meQuery)
  if (me === undefined)
    return <output className="block h-36 rounded-card bg-surface" aria-label={t('common.loading')} />
  if (!me) {
    return (
      <div className="grid grid-cols-2 gap-3">
        <Link to="/account/login" className={buttonClass('brand')}>
          {t('account.login')}
        </Link>
        <Link to="/account/register" className={buttonClass('quiet')}>
          {t('account.register')}
        </Link>
      </div>
    )
  }
  return (
    <>
      {me.exclusion ? <ExclusionNotice exclusion={me.exclusion} /> : null}
      <section className="flex min-h-36 flex-col justify-between gap-3 rounded-card border border-line bg-surface p-4">
        <div className="min-w-0">
          <p className="text-sm text-quiet">{t('home.greeting', { name: me.nickname })}</p>
          <p className="text-2xl font-bold">
            <span className="sr-only">{t('home.balance')} </span>
            <Amount value={me.balance} locale={locale} />
          </p>
        </div>
        <div className="grid grid-cols-2 gap-3">
          <Link to="/pay/recharge" className={buttonClass(me.exclusion ? 'quiet' : 'brand')}>
            {t('pay.topUp')}
          </Link>
          <Link to="/pay/withdraw" className={buttonClass(me.exclusion ? 'brand' : 'quiet')}>
            {t('pay.withdraw')}
          </Link>
        </div>
      </section>
    </>
  )
}

function Games() {
  const { t, refusal } = useWords()
  const { data } = useQuery(currentDrawsQuery)
  return (
    <section aria-labelledby="games">
      <h1 id="games" className="pb-2 text-lg font-semibold">
        {t('home.games')}
      </h1>
      {data?.stop ? (
        <p className="pb-2 text-sm text-warning">{refusal('betting_stopped', { stop: data.stop })}</p>
      ) : null}
      <ul className="flex flex-col gap-2">
        {games.map(({ code }) => (
          <GameRow key={code} code={code} draws={data?.items.find(({ game }) => game === code)} />
        ))}
      </ul>
    </section>
  )
}
