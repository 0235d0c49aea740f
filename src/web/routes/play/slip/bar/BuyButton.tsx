import { useQuery } from '@tanstack/react-query'
import { amountText } from '#core/money/amount-text'
import type { Cents } from '#core/money/cents'
import { buttonClass } from '#ui/Button'
import { type Key, useWords } from '../../../../i18n/words.ts'
import { meQuery } from '../../../../queries/accounts.ts'
import { Link } from '../../../../shell/Link.tsx'
import { useIsOnline } from '../../../../shell/OfflineBanner.tsx'
import { type Timed, phaseAt } from '../../../../shell/draws/standing.ts'
import { usePlace } from '../../../../shell/navigation.ts'
import { useClock } from '../../../../state/clock.ts'
import { LastSeconds, TimeLeft } from './TimeLeft.tsx'

type Props = {
  period: Timed | null
  isStopped: boolean
  /** Null until a stake is given. */
  total: Cents | null
  win: Cents | null
  onClick: () => void
}

/** The button itself says that bets are closed. */
const whileClosed: Key = 'play.drawsIn'

const look = `${buttonClass('brand')} relative min-h-14 w-full flex-wrap`

/** What the slip costs and can win, and the time left. What stands in the way stands on the button. */
export function BuyButton({ period, isStopped, total, win, onClick }: Props) {
  const { t, locale } = useWords()
  const { path, search } = usePlace()
  const isOnline = useIsOnline()
  const { data: me } = useQuery(meQuery)
  const isOpen = useClock((nowMs) => period !== null && phaseAt(period, nowMs) === 'open') && !isStopped
  if (me === null)
    return (
      <Link to={`/account/login?next=${encodeURIComponent(path + search)}`} className={look}>
        {t('play.loginToBet')}
      </Link>
    )
  return (
    <button type="button" className={look} disabled={!isOpen || !isOnline || !me} onClick={onClick}>
      <span className="flex min-w-min flex-1 flex-col text-left">
        {isOpen && total !== null ? (
          <>
            <span className="text-lg leading-tight font-bold tabular-nums">
              {t('play.betFor', { amount: amountText(total, locale) })}
            </span>{' '}
            <span className="text-sm leading-tight font-medium tabular-nums">
              {t('play.canWin', { amount: win === null ? '…' : amountText(win, locale) })}
            </span>
          </>
        ) : (
          t(isOpen ? 'play.bet' : 'play.closed')
        )}
      </span>
      {period ? (
        <span aria-hidden className="ml-auto text-right">
          <TimeLeft period={period} closing={whileClosed} />
        </span>
      ) : null}
      {isOpen ? <LastSeconds closesAt={period!.closesAt} /> : null}
    </button>
  )
}
