import type { ReviewStatus } from '#core/reviews/review'
import { timeText } from '#core/writing/time-text'
import { useWords } from '../../../i18n/words.ts'
import { Notice } from '../Notice.tsx'

type Withdrawal = { readonly status: ReviewStatus; readonly checkedUntil: number | null }

/** A withdrawal that is being checked is under review, also while no reviewer has taken it yet. */
export const shownStatus = ({ status, checkedUntil }: Withdrawal): ReviewStatus =>
  checkedUntil === null ? status : 'under_review'

/** Tells that a withdrawal is checked before it is paid, and until when at the latest; never why. */
export function BeingChecked({ until }: { until: number }) {
  const { t, locale } = useWords()
  return (
    <Notice>
      <p className="font-semibold">{t('held.title')}</p>
      <p>{t('held.text', { time: timeText(until, locale) })}</p>
    </Notice>
  )
}

/** The same in a line of the list. */
export function CheckedUntil({ until }: { until: number }) {
  const { t, locale } = useWords()
  return <span className="text-sm text-warning">{t('held.short', { time: timeText(until, locale) })}</span>
}
