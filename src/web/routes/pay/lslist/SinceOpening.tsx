import { useQuery } from '@tanstack/react-query'
import { dayText } from '#core/writing/time-text'
import { Amount } from '#ui/Amount'
import { useWords } from '../../../i18n/words.ts'
import { statementSummaryQuery } from '../../../queries/money.ts'
import { Row, Rows } from '../../../shell/Rows.tsx'
import { FetchError } from '../../../shell/FetchError.tsx'

/** Deposits and withdrawals since the account was opened: the net result, which a lucky run hides. */
export function SinceOpening() {
  const { t, locale } = useWords()
  const { data: summary, error, refetch } = useQuery(statementSummaryQuery)
  if (!summary) {
    return error ? (
      <FetchError error={error} onRetry={refetch} />
    ) : (
      <output className="h-40 rounded-card bg-surface" aria-label={t('common.loading')} />
    )
  }
  return (
    <Rows>
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
