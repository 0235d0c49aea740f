import type { ReviewStatus } from '#core/reviews/review'
import type { Tone } from '../parts/Badge.tsx'

export const statusTone: Readonly<Record<ReviewStatus, Tone>> = {
  waiting: 'warning',
  under_review: 'plain',
  passed: 'good',
  rejected: 'danger',
}
