import { useQuery } from '@tanstack/react-query'
import { type GameCode, games } from '#core/games/catalogue'
import { Amount } from '#ui/Amount'
import { buttonClass } from '#ui/Button'
import { GameMark, type MarkName } from '#ui/GameMark'
import { useWords } from '../../i18n/words.ts'
import { Link } from '../../shell/Link.tsx'
import { meQuery } from '../../queries/accounts.ts'
import { siteQuery } from '../../queries/site.ts'

const marks: Record<GameCode, MarkName> = {
  k3_5m: 'dice',
  k3_10m: 'dice',
  lucky_airship: 'airship',
  speed_11x5: 'balls',
  lucky_au_5: 'cross',
  lucky_au_10: 'cross',
  speed_racing: 'car',
  ssc_5m: 'clock',
  ssc_10m: 'clock',
}

export function HomePage() {
  const { t } = useWords()
  return (
    <main className="flex flex-1 flex-col gap-4 p-4 pb-8">
      <header className="flex items-center gap-3 pt-1">
        <img src="/mark.svg" alt="" className="size-10" />
        <div>
          <p className="text-xl leading-tight font-bold">Clearball</p>
          <p className="text-sm text-quiet">{t('app.tagline')}</p>
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
    return <output className="block h-24 rounded-card bg-surface" aria-label={t('common.loading')} />
  if (!me) {
    return (
      <div className="grid min-h-24 grid-cols-2 items-center gap-3">
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
    <section className="flex min-h-24 flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface p-4">
      <div className="min-w-0">
        <p className="text-sm text-quiet">{t('home.greeting', { name: me.nickname })}</p>
        <p className="text-2xl font-bold">
          <span className="sr-only">{t('home.balance')} </span>
          <Amount value={me.balance} locale={locale} />
        </p>
      </div>
      <Link to="/pay/recharge" className={`${buttonClass('brand')} shrink-0`}>
        {t('pay.topUp')}
      </Link>
    </section>
  )
}

function Games() {
  const { t, locale } = useWords()
  const time = (seconds: number) => {
    const [value, unit] = seconds % 60 === 0 ? [seconds / 60, 'minute'] : [seconds, 'second']
    return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
  }
  return (
    <section aria-labelledby="games">
      <h1 id="games" className="pb-2 text-lg font-semibold">
        {t('home.games')}
      </h1>
      <ul className="flex flex-col gap-2">
        {games.map(({ code, intervalSec, drawsPerDay }) => (
          <li
            key={code}
            className="flex min-h-18 items-center gap-3 rounded-card border border-line bg-surface px-3 py-2"
          >
            <GameMark name={marks[code]} />
            <div className="min-w-0">
              <p className="font-semibold">{t(`game.${code}`)}</p>
              <p className="text-sm text-quiet">
                {t('home.every', { time: time(intervalSec) })} · {t('home.perDay', { count: drawsPerDay })}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
