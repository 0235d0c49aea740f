import { useMutation, useQueryClient } from '@tanstack/react-query'
import { timeText } from '#core/writing/time-text'
import { Amount } from '#ui/Amount'
import { Button } from '#ui/Button'
import { toast } from '#ui/Toast'
import { useNow } from '#ui/browser/now.ts'
import { useWords } from '../../../i18n/words.ts'
import { refreshMoney } from '../../../queries/accounts.ts'
import { useIsOnline } from '../../../shell/OfflineBanner.tsx'
import { Outcome } from '../../../shell/Outcome.tsx'
import { Notice } from '../../pay/Notice.tsx'
import type { Limit } from './limit.ts'

/** The limit, how much of it is used, and an increase that waits. */
export function LimitCard({ limit, onChange }: { limit: Limit; onChange: () => void }) {
  const { t, locale } = useWords()
  const { title, usedLabel, amount, used, awaited, left } = limit
  const isOnline = useIsOnline()
  return (
    <li className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="font-semibold">{title}</h3>
        <span className="shrink-0 text-lg font-bold">
          {amount === null ? t('limits.none') : <Amount value={amount} locale={locale} />}
        </span>
      </div>
      <dl className="grid grid-cols-[1fr_auto] gap-y-1 text-sm text-quiet [&>dd]:text-right">
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
            <dd className="text-text">
              <Amount value={left} locale={locale} />
            </dd>
          </>
        )}
      </dl>
      <Increase limit={limit} />
      <Button look="quiet" disabled={!isOnline} onClick={onChange}>
        {t(amount === null ? 'limits.set' : 'limits.change')}
      </Button>
    </li>
  )
}

/** A higher limit that was asked for: it waits, and counts only when it is confirmed once more. */
function Increase({ limit: { pending, confirm: send } }: { limit: Limit }) {
  const { t, locale } = useWords()
  const now = useNow(30_000)
  const isOnline = useIsOnline()
  const queries = useQueryClient()
  const confirm = useMutation({
    mutationFn: send,
    onSuccess: async () => {
      await refreshMoney(queries)
      toast(t('success.modified'))
    },
  })
  if (!pending) return null
  const wish = pending.amount === null ? t('limits.none') : <Amount value={pending.amount} locale={locale} />
  return (
    <>
      <Notice tone="warning">
        {t('limits.asked')} <strong>{wish}</strong>
        <br />
        {t('limits.confirmableFrom', { time: timeText(pending.confirmableFrom, locale) })}
      </Notice>
      {pending.confirmableFrom <= now ? (
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
