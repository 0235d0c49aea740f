import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { GameCode } from '#core/games/catalogue'
import { Amount } from '#ui/Amount'
import { Button, buttonClass } from '#ui/Button'
import { GameMark, type MarkName } from '#ui/GameMark'
import { useWords } from '../../i18n/words.ts'
import { meQuery, signOutMutation } from '../../queries/accounts.ts'
import { gamesQuery } from '../../queries/games.ts'

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
      <p className="rounded-card bg-warning-soft px-3 py-2 text-sm text-warning">{t('app.demo')}</p>
      <Person />
      <Games />
    </main>
  )
}

/** The player's balance, or the ways in for a visitor. */
function Person() {
  const { t, locale, problem } = useWords()
  const queries = useQueryClient()
  const { data: me, isPending } = useQuery(meQuery)
  const leave = useMutation(signOutMutation(queries))
  if (isPending) return <output className="block h-24 rounded-card bg-surface" aria-label={t('common.loading')} />
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
    <section className="flex min-h-24 items-center justify-between gap-3 rounded-card border border-line bg-surface p-4">
      <div className="min-w-0">
        <p className="truncate text-sm text-quiet">{t('home.greeting', { name: me.nickname })}</p>
        <p className="text-2xl font-bold">
          <span className="sr-only">{t('home.balance')} </span>
          <Amount value={me.balance} locale={locale} />
        </p>
        {leave.error ? <p className="text-sm text-danger">{problem(leave.error)}</p> : null}
      </div>
      <Button look="quiet" disabled={leave.isPending} onClick={() => leave.mutate()}>
        {t('account.logout')}
      </Button>
    </section>
  )
}

function Games() {
  const { t, locale, problem } = useWords()
  const { data, error, refetch } = useQuery(gamesQuery)
  const time = (seconds: number) => {
    const [value, unit] = seconds % 60 === 0 ? [seconds / 60, 'minute'] : [seconds, 'second']
    return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
  }
  return (
    <section aria-labelledby="games">
      <h1 id="games" className="pb-2 text-lg font-semibold">
        {t('home.games')}
      </h1>
      {error ? (
        <div className="flex flex-col items-start gap-3 rounded-card bg-danger-soft p-4 text-danger">
          <p>{problem(error)}</p>
          <Button look="quiet" onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        </div>
      ) : null}
      <ul className="flex flex-col gap-2">
        {data?.items.map((game) => (
          <li
            key={game.code}
            className="flex min-h-18 items-center gap-3 rounded-card border border-line bg-surface px-3 py-2"
          >
            <GameMark name={marks[game.code]} />
            <div className="min-w-0">
              <p className="font-semibold">{t(`game.${game.code}`)}</p>
              <p className="text-sm text-quiet">
                {t('home.every', { time: time(game.intervalSec) })} · {t('home.perDay', { count: game.drawsPerDay })}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
