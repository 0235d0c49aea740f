import type { ReviewStatus } from '#core/reviews/review'
import { type Key, useWords } from '../../i18n/words.ts'

type Kind = 'deposit' | 'withdrawal'

const texts: Record<Kind, Record<ReviewStatus, Key>> = {
  deposit: {
    waiting: 'review.waiting',
    under_review: 'review.underReview',
    passed: 'review.passed',
    rejected: 'review.rejected',
  },
  withdrawal: {
    waiting: 'review.applying',
    under_review: 'review.underReview',
    passed: 'review.paidOut',
    rejected: 'review.declined',
  },
}

const looks: Record<ReviewStatus, string> = {
  waiting: 'bg-warning-soft text-warning',
  under_review: 'bg-warning-soft text-warning',
  passed: 'bg-brand-soft text-brand',
  rejected: 'bg-danger-soft text-danger',
}

type Props = { kind: Kind; status: ReviewStatus; isReversed?: boolean }

/** Where a top-up or a withdrawal stands. */
export function StatusChip({ kind, status, isReversed = false }: Props) {
  const { t } = useWords()
  return (
    <span
      className={`inline-block rounded-full px-2.5 py-0.5 text-xs leading-5 font-semibold ${isReversed ? looks.rejected : looks[status]}`}
    >
      {t(isReversed ? 'review.reversed' : texts[kind][status])}
    </span>
  )
}
