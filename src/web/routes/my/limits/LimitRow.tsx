import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Cents } from '#core/money/cents'
import { increaseLastsMs } from '#core/rules/money/deposit-limit'
import { timeText } from '#core/writing/time-text'
import { Amount } from '#ui/Amount'
import { Button } from '#ui/Button'
import { ProgressBar } from '#ui/ProgressBar'
import { toast } from '#ui/Toast'
import { useWords } from '../../../i18n/words.ts'
import { refreshMoney } from '../../../queries/accounts.ts'
import { useIsOnline } from '../../../shell/OfflineBanner.tsx'
import { Outcome } from '../../../shell/Outcome.tsx'
import { useClock } from '../../../state/clock.ts'
import { Notice } from '../../pay/Notice.tsx'
import type { Limit } from './limit.ts'

const spanLengths = { day: [24, 'hour'], week: [7, 'day'], month: [30, 'day'] } as const

/** The limit, how much of it is used, and an increase that waits. */
export function LimitRow({ limit, onChange }: { limit: Limit; onChange: () => void }) {
  const { t, locale } = useWords()
  const { span, title, usedLabel, amount, used, awaited, left } = limit
  const isOnline = useIsOnline()
  const [length, unit] = spanLengths[span]
  const spanText = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(length)
  const change = t(amount === null ? 'limits.set' : 'limits.change')
  return (
    <li aria-label={title} className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3">
        <h2 className="min-w-[min(8rem,100%)] flex-1">
          <span className="block text-sm text-quiet">{spanText}</span>
          <span className="text-lg leading-snug font-bold">
            {amount === null ? t('limits.none') : <Amount value={amount} locale={locale} />}
          </span>
        </h2>
        <Button look="quiet" disabled={!isOnline} aria-label={`${change}: ${title}`} onClick={onChange}>
          {change}
        </Button>
      </div>
      {amount === null || amount === 0n ? null : <ProgressBar label={usedLabel} value={shareOf(used, amount)} />}
      <dl className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-0.5 text-sm text-quiet [&>dd]:text-right">
        <dt>{usedLabel}</dt>
        <dd>
          <Amount value={used} locale={locale} />
        </dd>
        {awaited ? (
          <>
            <dt>{t('limits.awaited')}</dt>
            <dd>
              <Amount value={awaited} locale={locale} />
            </dd>
          </>
        ) : null}
        {left === null ? null : (
          <>
            <dt>{t('limits.left')}</dt>
            <dd className="font-semibold text-text">
              <Amount value={left} locale={locale} />
            </dd>
          </>
        )}
      </dl>
      <Increase limit={limit} />
    </li>
  )
}

const shareOf = (used: Cents, amount: Cents): number => Math.min(1, Math.max(0, Number(used) / Number(amount)))

/** A higher limit that was asked for: it waits, and counts only when it is confirmed once more. */
function Increase({ limit: { pending, confirm: send } }: { limit: Limit }) {
  const { t, locale } = useWords()
  const from = pending?.confirmableFrom ?? 0
  const until = from + increaseLastsMs
  const mayConfirm = useClock((nowMs) => from <= nowMs)
  const isForgotten = useClock((nowMs) => until <= nowMs)
  const isOnline = useIsOnline()
  const queries = useQueryClient()
  const confirm = useMutation({
    mutationFn: send,
    onSuccess: async () => {
      await refreshMoney(queries)
      toast(t('success.modified'))
    },
  })
  if (!pending || isForgotten) return null
  const wish = pending.amount === null ? t('limits.none') : <Amount value={pending.amount} locale={locale} />
  return (
    <>
      <Notice tone="warning">
        {t('limits.asked')} <strong>{wish}</strong>
        <br />
        {t('limits.confirmable', { from: timeText(from, locale), until: timeText(until, locale) })}
      </Notice>
      {mayConfirm ? (
        <>
          <Button disabled={!isOnline || confirm.isPending} onClick={() => confirm.mutate()}>
            {t('limits.confirm')}
          </Button>
          {confirm.error ? <Outcome of={confirm} /> : null}
        </>
      ) : null}
    </>
  )
}
