import { useQuery } from '@tanstack/react-query'
import { amountText } from '#core/money/amount-text'
import { Amount } from '#ui/Amount'
import { useWords } from '../../../i18n/words.ts'
import { meQuery } from '../../../queries/accounts.ts'
import { stakesInPlayQuery } from '../../../queries/bets.ts'
import { Link } from '../../../shell/Link.tsx'

/** The player's balance, and what of their money is in play. */
export function Purse() {
  const { t, locale } = useWords()
  const { data: me } = useQuery(meQuery)
  const { data } = useQuery({ ...stakesInPlayQuery, enabled: !!me })
  if (!me) return null
  return (
    <Link to="/pay/lslist" className="block text-right leading-tight">
      <span className="sr-only">{t('home.balance')} </span>
      <span className="block text-xl font-bold">
        <Amount value={me.balance} locale={locale} />
      </span>
      <span className="block min-h-4 text-xs opacity-85 tabular-nums">
        {data ? t('home.inPlay', { amount: amountText(data.stakes, locale) }) : ''}
      </span>
    </Link>
  )
}
