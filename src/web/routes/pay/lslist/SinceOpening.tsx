import { useQuery } from '@tanstack/react-query'
import { dayText } from '#core/writing/time-text'
import { Amount } from '#ui/Amount'
import { useWords } from '../../../i18n/words.ts'
import { meQuery } from '../../../queries/accounts.ts'
import { statementSummaryQuery } from '../../../queries/money.ts'
import { Row, Rows } from '../../../shell/Rows.tsx'
import { FetchError } from '../../../shell/FetchError.tsx'

/**
 * The balance, what is held beside it, and deposits and withdrawals since the account was opened: the net result, which a
 * lucky run hides. Money held for withdrawals or repeat orders still belongs to the player.
 */
export function SinceOpening() {
  const { t, locale } = useWords()
  const { data: summary, error, refetch } = useQuery(statementSummaryQuery)
  const { data: me } = useQuery(meQuery)
  if (!summary) {
    return error ? (
      <FetchError error={error} onRetry={refetch} />
    ) : (
      <output className="h-66 rounded-card bg-surface" aria-label={t('common.loading')} />
    )
  }
  return (
    <Rows>
      <Row
        label={t('home.balance')}
        value={
          <strong className="text-lg text-text">{me ? <Amount value={me.balance} locale={locale} /> : null}</strong>
        }
      />
      <Row label={t('money.held')} value={<Amount value={summary.held} locale={locale} />} />
      {summary.repeatOrders > 0n ? (
        <Row label={t('money.repeatOrder')} value={<Amount value={summary.repeatOrders} locale={locale} />} />
      ) : null}
      <Row label={t('statement.deposited')} value={<Amount value={summary.deposited} locale={locale} />} />
      {summary.awaited > 0n ? (
        <Row label={t('statement.awaited')} value={<Amount value={summary.awaited} locale={locale} />} />
      ) : null}
      <Row label={t('statement.withdrawn')} value={<Amount value={summary.withdrawn} locale={locale} />} />
      <Row
        label={t('statement.net', { date: dayText(summary.since, locale) })}
        value={
          <strong className="text-text">
            <Amount value={summary.netDeposits} locale={locale} />
          </strong>
        }
      />
    </Rows>
  )
}
