import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Output } from '#contract/endpoint'
import type { depositOptions } from '#contract/money/deposits'
import { useNow } from '#ui/browser/now.ts'
import { useWords } from '../../../i18n/words.ts'
import { depositOptionsQuery } from '../../../queries/money.ts'
import { CardLines } from '../../../shell/lists/CardLines.tsx'
import { Notice } from '../Notice.tsx'
import { AskSupport } from './AskSupport.tsx'
import { countdownText } from './countdown-text.ts'

type Card = NonNullable<Output<typeof depositOptions>['card']>

/** The card that customer service gave to this player, for as long as it is valid. */
export function ByCard({ card }: { card: Card | null }) {
  const { t } = useWords()
  if (!card) return <AskSupport text={t('topUp.askCard')} />
  return (
    <section className="flex flex-col gap-3">
      <Validity until={card.validUntil} />
      <ul className="divide-y divide-line rounded-card bg-surface shadow-card">
        <CardLines card={card} className="py-1 pr-1 pl-4" />
      </ul>
      <Notice tone="danger">{t('topUp.onlyThisCard')}</Notice>
    </section>
  )
}

/** Counts down, and asks anew when the time is up: by then the server knows the card no longer. */
function Validity({ until }: { until: number }) {
  const { t, locale } = useWords()
  const queries = useQueryClient()
  const now = useNow(1_000)
  const isOver = now >= until
  useEffect(() => {
    if (isOver) void queries.invalidateQueries({ queryKey: depositOptionsQuery.queryKey })
  }, [isOver, queries])
  return (
    <Notice tone="warning">
      <span className="tabular-nums">{t('topUp.cardValid', { time: countdownText(until - now, locale) })}</span>
    </Notice>
  )
}
