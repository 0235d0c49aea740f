import { findPeriod } from '#core/periods/schedule'
import { useWords } from '../../../i18n/words.ts'
import { Outcome } from '../../../shell/Outcome.tsx'
import type { usePurchase } from './purchase.ts'

type Props = Pick<ReturnType<typeof usePurchase>, 'waiting' | 'refused' | 'sending'> & { onAsk: () => void }

/** Tells somebody who closed the sheet or the tab before the slip's answer came: not known yet, or not placed. */
export function SlipNews({ waiting, refused, sending, onAsk }: Props) {
  const { t } = useWords()
  const slip = waiting ?? refused
  if (!slip) return null
  const issue = findPeriod(slip.drawId)?.issue ?? slip.drawId
  if (!waiting)
    return (
      <div className="text-sm">
        <p className="font-semibold">{t('play.notPlaced', { issue })}</p>
        <Outcome of={sending} />
      </div>
    )
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-3 text-sm text-warning">
      <span className="min-w-40 flex-1">{t('play.unknown', { issue })}</span>
      <button type="button" className="min-h-11 font-semibold text-brand" onClick={onAsk}>
        {t('play.check')}
      </button>
    </p>
  )
}
