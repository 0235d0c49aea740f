import type { CertificationStatus } from '#core/rules/certification'
import type { Key } from '../../../i18n/words.ts'

const texts: Record<CertificationStatus, Key> = {
  waiting: 'certification.waiting',
  under_review: 'certification.underReview',
  passed: 'certification.passed',
  rejected: 'certification.rejected',
}

/** What an application's state is called; also that there is none. */
export const statusText = (latest: { readonly status: CertificationStatus } | null): Key =>
  latest ? texts[latest.status] : 'certification.none'
