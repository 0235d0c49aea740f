import { useQuery } from '@tanstack/react-query'
import { confirmDepositLimit, setDepositLimit } from '#contract/money/limits'
import { confirmPlayLimit, setPlayLimit } from '#contract/play/limits'
import type { LimitSpan } from '#core/rules/money/deposit-limit'
import { call } from '../../../client.ts'
import { type Key, useWords } from '../../../i18n/words.ts'
import { depositLimitsQuery, playLimitsQuery } from '../../../queries/money.ts'
import type { Limit, LimitKind } from './limit.ts'

const labels = {
  deposit: { day: 'limits.day', week: 'limits.week', month: 'limits.month', used: 'limits.paidIn' },
  stake: { day: 'limits.stakeDay', week: 'limits.stakeWeek', month: 'limits.stakeMonth', used: 'limits.staked' },
  loss: { day: 'limits.lossDay', week: 'limits.lossWeek', month: 'limits.lossMonth', used: 'limits.lost' },
} as const satisfies Record<LimitKind, Record<LimitSpan | 'used', Key>>

type Asked = { readonly limits: readonly Limit[] | undefined; readonly error: unknown; readonly refetch: () => unknown }

/** The limits of a kind. What players may pay in is asked for apart from what they may stake and lose. */
export function useLimits(kind: LimitKind): Asked {
  const { t } = useWords()
  const deposits = useQuery(depositLimitsQuery)
  const plays = useQuery(playLimitsQuery)
  const named = (span: LimitSpan) => ({ span, title: t(labels[kind][span]), usedLabel: t(labels[kind].used) })
  if (kind === 'deposit') {
    const limits = deposits.data?.items.map(({ span, paidIn, ...limit }) => ({
      ...limit,
      ...named(span),
      used: paidIn,
      set: (amount: typeof limit.amount) => call(setDepositLimit, { span, amount }),
      confirm: () => call(confirmDepositLimit, { span }),
    }))
    return { limits, error: deposits.error, refetch: deposits.refetch }
  }
  const limits = plays.data?.items
    .filter((limit) => limit.kind === kind)
    .map(({ span, ...limit }) => ({
      ...limit,
      ...named(span),
      set: (amount: typeof limit.amount) => call(setPlayLimit, { kind, span, amount }),
      confirm: () => call(confirmPlayLimit, { kind, span }),
    }))
  return { limits, error: plays.error, refetch: plays.refetch }
}
