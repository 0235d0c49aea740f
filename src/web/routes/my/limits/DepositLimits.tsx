import { useQuery } from '@tanstack/react-query'
import { confirmDepositLimit, setDepositLimit } from '#contract/money/limits'
import type { LimitSpan } from '#core/rules/money/deposit-limit'
import { call } from '../../../client.ts'
import { type Key, useWords } from '../../../i18n/words.ts'
import { depositLimitsQuery } from '../../../queries/money.ts'
import { FetchError } from '../../../shell/FetchError.tsx'
import { LimitCards } from './LimitCards.tsx'

const spanLabels = {
  day: 'limits.day',
  week: 'limits.week',
  month: 'limits.month',
} as const satisfies Record<LimitSpan, Key>

/** What a player allows themselves to pay in. */
export function DepositLimits() {
  const { t } = useWords()
  const { data, error, refetch } = useQuery(depositLimitsQuery)
  if (error && !data) return <FetchError error={error} onRetry={refetch} />
  if (!data)
    return (
      <output aria-label={t('common.loading')} className="h-96 rounded-card bg-surface motion-safe:animate-pulse" />
    )
  const limits = data.items.map(({ span, paidIn, ...limit }) => ({
    ...limit,
    key: span,
    title: t(spanLabels[span]),
    usedLabel: t('limits.paidIn'),
    used: paidIn,
    set: (amount: typeof limit.amount) => call(setDepositLimit, { span, amount }),
    confirm: () => call(confirmDepositLimit, { span }),
  }))
  return <LimitCards limits={limits} />
}
