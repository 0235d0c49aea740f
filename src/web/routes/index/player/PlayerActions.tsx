import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { buttonClass } from '#ui/Button'
import { useWords } from '../../../i18n/words.ts'
import { meQuery } from '../../../queries/accounts.ts'
import { stakesInPlayQuery } from '../../../queries/bets.ts'
import { Link } from '../../../shell/Link.tsx'
import { gamePath } from '../../../shell/draws/game-pages.ts'
import { ExclusionNotice } from '../../../shell/protection/ExclusionNotice.tsx'

/** What a player does next: pay in, take out, or go on where they left. */
export function PlayerActions() {
  const { t } = useWords()
  const { data: me } = useQuery(meQuery)
  const game = useQuery({ ...stakesInPlayQuery, enabled: !!me }).data?.lastGame
  if (!me) return null
  return (
    <>
      {me.exclusion ? <ExclusionNotice exclusion={me.exclusion} /> : null}
      <div className="grid grid-cols-2 gap-3">
        <Link to="/pay/recharge" className={buttonClass(me.exclusion ? 'quiet' : 'brand')}>
          {t('pay.topUp')}
        </Link>
        <Link to="/pay/withdraw" className={buttonClass(me.exclusion ? 'brand' : 'quiet')}>
          {t('pay.withdraw')}
        </Link>
      </div>
      {game && !me.exclusion ? (
        <Link
          to={gamePath(game)}
          className="flex min-h-14 items-center gap-3 overflow-hidden rounded-card bg-surface pr-3 shadow-card"
        >
          <img src={`/games/${game}.svg`} alt="" className="h-14 w-20 object-cover dark:brightness-85" />
          <span className="min-w-0 flex-1 leading-tight">
            <span className="block text-xs text-quiet">{t('home.continue')}</span>
            <span className="font-semibold">{t(`game.${game}`)}</span>
          </span>
          <ChevronRight aria-hidden className="size-5 text-quiet" />
        </Link>
      ) : null}
    </>
  )
}
