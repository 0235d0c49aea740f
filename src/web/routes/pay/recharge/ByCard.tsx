import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Output } from '#contract/endpoint'
import type { depositOptions } from '#contract/money/deposits'
import { useWords } from '../../../i18n/words.ts'
import { depositOptionsQuery } from '../../../queries/money.ts'
import { CardLines } from '../../../shell/lists/CardLines.tsx'
import { useClock, useSecondsUntil } from '../../../state/clock.ts'
import { Notice } from '../Notice.tsx'
import { AskSupport } from './AskSupport.tsx'
import { FormerAccount } from './FormerAccount.tsx'
import { countdownText } from './countdown-text.ts'
import type { ShownAccount } from './shown-account.ts'

type Card = NonNullable<Output<typeof depositOptions>['card']>

/** The card that customer service gave to this player, for as long as it is valid. */
export function ByCard({ shown: { account: card, isFormer, showNew } }: { shown: ShownAccount<Card> }) {
  const { t } = useWords()
  const isOver = useIsOver(card)
  const ask = <AskSupport text={t('topUp.askCard')} />
  if (!card) return ask
  return (
    <section className="flex flex-col gap-3">
      {isFormer || isOver ? (
        <FormerAccount
          text={t('topUp.cardOver', { end: card.cardNumber.slice(-4) })}
          showText={t('topUp.newCard')}
          onShow={showNew}
        >
          {ask}
        </FormerAccount>
      ) : (
        <>
          <Validity until={card.validUntil} />
          <ul className="divide-y divide-line rounded-card bg-surface shadow-card">
            <CardLines card={card} className="py-1 pr-1 pl-4" />
          </ul>
          <Notice tone="danger">{t('topUp.onlyThisCard')}</Notice>
        </>
      )}
    </section>
  )
}

/** Asks anew when the time is up: another card may have been given since. */
function useIsOver(card: Card | null): boolean {
  const queries = useQueryClient()
  const isOver = useClock((nowMs) => card !== null && nowMs >= card.validUntil)
  useEffect(() => {
    if (isOver) void queries.invalidateQueries({ queryKey: depositOptionsQuery.queryKey })
  }, [isOver, queries])
  return isOver
}

function Validity({ until }: { until: number }) {
  const { t, locale } = useWords()
  const time = countdownText(useSecondsUntil(until) * 1_000, locale)
  return (
    <Notice tone="warning">
      <span className="tabular-nums">{t('topUp.cardValid', { time })}</span>
    </Notice>
  )
}
