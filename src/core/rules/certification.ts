/** Where an application for primary certification stands. A rejected player may apply again, with a new one. */
export const certificationStatuses = ['waiting', 'under_review', 'passed', 'rejected'] as const

export type CertificationStatus = (typeof certificationStatuses)[number]

type Move = 'take' | 'pass' | 'reject'

const moves: Readonly<Record<CertificationStatus, Partial<Record<Move, CertificationStatus>>>> = {
  waiting: { take: 'under_review', reject: 'rejected' },
  under_review: { take: 'under_review', pass: 'passed', reject: 'rejected' },
  passed: {},
  rejected: {},
}

/** Where a move leads, or null where it is not allowed. */
export function nextCertification(status: CertificationStatus, move: Move): CertificationStatus | null {
  return moves[status][move] ?? null
}

/** The closed list of reasons. Each has its sentence in every language; `other` is followed by the reviewer's words. */
export const rejectionReasons = [
  'photo_unreadable',
  'name_differs',
  'birth_date_differs',
  'number_differs',
  'underage',
  'document_expired',
  'country_not_served',
  'duplicate_person',
  'other',
] as const

export type RejectionReason = (typeof rejectionReasons)[number]

export const documentKinds = ['passport', 'identity_card', 'driving_licence'] as const

export type DocumentKind = (typeof documentKinds)[number]

/** The number without what people write differently: spaces, strokes, small and full-width letters. */
export function plainDocumentNumber(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
}

/** How long a reviewer has a case to themselves. Then a colleague may take it over, so that none lies forgotten. */
export const reviewLeaseMs = 10 * 60_000

type Review = {
  readonly status: CertificationStatus
  readonly takenBy: string | null
  readonly takenUntilMs: number | null
}

type Reviewer = { readonly operatorId: string; readonly nowMs: number }

/** Why an operator may not take a case in hand. */
export function takeRefusal(review: Review, by: Reviewer): 'already_decided' | 'review_taken' | null {
  if (!nextCertification(review.status, 'take')) return 'already_decided'
  return isWithAnother(review, by) && review.takenUntilMs! > by.nowMs ? 'review_taken' : null
}

/** Why an operator may not decide it. Whoever took it may, also late, as long as nobody else has taken it since. */
export function decisionRefusal(review: Review, by: Reviewer & { readonly move: 'pass' | 'reject' }) {
  const refusal = takeRefusal(review, by)
  if (refusal) return refusal
  return isWithAnother(review, by) || !nextCertification(review.status, by.move) ? 'review_not_taken' : null
}

function isWithAnother({ takenBy }: Review, { operatorId }: Reviewer): boolean {
  return takenBy !== null && takenBy !== operatorId
}
