import { useQuery } from '@tanstack/react-query'
import { confirmPlayLimit, setPlayLimit } from '#contract/play/limits'
import type { LimitSpan } from '#core/rules/money/deposit-limit'
import type { playLimitKinds } from '#core/rules/play/limits'
import { call } from '../../../client.ts'
import { type Key, useWords } from '../../../i18n/words.ts'
import { playLimitsQuery } from '../../../queries/money.ts'
import { FetchError } from '../../../shell/FetchError.tsx'
import { LimitCards } from './LimitCards.tsx'

const labels = {
  stake: { day: 'limits.stakeDay', week: 'limits.stakeWeek', month: 'limits.stakeMonth', used: 'limits.staked' },
  loss: { day: 'limits.lossDay', week: 'limits.lossWeek', month: 'limits.lossMonth', used: 'limits.lost' },
} as const satisfies Record<(typeof playLimitKinds)[number], Record<LimitSpan | 'used', Key>>

/** What a player allows themselves to stake and to lose. */
export function PlayLimits() {
  const { t } = useWords()
  const { data, error, refetch } = useQuery(playLimitsQuery)
  if (error && !data) return <FetchError error={error} onRetry={refetch} />
  if (!data)
    return (
      <output aria-label={t('common.loading')} className="h-192 rounded-card bg-surface motion-safe:animate-pulse" />
    )
  const limits = data.items.map(({ kind, span, ...limit }) => ({
    ...limit,
    key: `${kind} ${span}`,
    title: t(labels[kind][span]),
    usedLabel: t(labels[kind].used),
    set: (amount: typeof limit.amount) => call(setPlayLimit, { kind, span, amount }),
    confirm: () => call(confirmPlayLimit, { kind, span }),
  }))
  return <LimitCards limits={limits} />
}
