import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Output } from '#contract/endpoint'
import type { depositOptions } from '#contract/money/deposits'
import { CopyButton } from '#ui/CopyButton'
import { toast } from '#ui/Toast'
import { type Key, useWords } from '../../../i18n/words.ts'
import { depositOptionsQuery } from '../../../queries/money.ts'
import { useNow } from '../../../state/now.ts'
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
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        <Line label="wallet.cardNumber" text={card.cardNumber} />
        <Line label="wallet.cardholder" text={card.cardholder} />
        <Line label="wallet.bankName" text={card.bankName} />
        <Line label="wallet.bankAddress" text={card.bankAddress} />
        <Line label="wallet.routing" text={card.routing} />
      </ul>
      <Notice tone="danger">{t('topUp.onlyThisCard')}</Notice>
    </section>
  )
}

function Line({ label, text }: { label: Key; text: string }) {
  const { t } = useWords()
  return (
    <li className="flex items-center gap-2 py-1 pr-1 pl-4">
      <div className="min-w-0 flex-1 py-1">
        <p className="text-sm text-quiet">{t(label)}</p>
        <p className="font-medium wrap-anywhere">{text}</p>
      </div>
      <CopyButton text={text} label={t('common.copy')} onCopied={() => toast(t('success.copied'))} />
    </li>
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
