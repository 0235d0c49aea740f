/**
 * Where a case stands that an operator decides: a certification, a top-up, a withdrawal ("applying" while it waits).
 */
export const reviewStatuses = ['waiting', 'under_review', 'passed', 'rejected'] as const

export type ReviewStatus = (typeof reviewStatuses)[number]

/** Those that somebody still has to decide. */
export const undecided: readonly ReviewStatus[] = ['waiting', 'under_review']

type Move = 'take' | 'pass' | 'reject'

const moves: Readonly<Record<ReviewStatus, Partial<Record<Move, ReviewStatus>>>> = {
  waiting: { take: 'under_review', reject: 'rejected' },
  under_review: { take: 'under_review', pass: 'passed', reject: 'rejected' },
  passed: {},
  rejected: {},
}

/** Where a move leads, or null where it is not allowed. */
export function nextReview(status: ReviewStatus, move: Move): ReviewStatus | null {
  return moves[status][move] ?? null
}

/** How long a reviewer has a case to themselves. Then a colleague may take it over, so that none lies forgotten. */
export const reviewLeaseMs = 10 * 60_000

/** How soon a case is to be decided. Money that somebody sent is missed within minutes; the others may take a day. */
export const promiseSettings = {
  certification_promise: { unit: 'minutes', byDefault: 1_440n, least: 5n, most: 10_080n },
  deposit_promise: { unit: 'minutes', byDefault: 30n, least: 5n, most: 10_080n },
  withdrawal_promise: { unit: 'minutes', byDefault: 1_440n, least: 5n, most: 10_080n },
  proposal_promise: { unit: 'minutes', byDefault: 1_440n, least: 5n, most: 10_080n },
} as const

/** The promises that these settings make, by queue. */
export function promisedMs(of: (name: keyof typeof promiseSettings) => bigint) {
  const ms = (name: keyof typeof promiseSettings) => Number(of(name)) * 60_000
  return {
    certifications: ms('certification_promise'),
    deposits: ms('deposit_promise'),
    withdrawals: ms('withdrawal_promise'),
    proposals: ms('proposal_promise'),
  }
}

export type Review = {
  readonly status: ReviewStatus
  readonly takenBy: string | null
  readonly takenUntilMs: number | null
}

type Reviewer = { readonly operatorId: string; readonly nowMs: number }

/** Why an operator may not take a case in hand. */
export function takeRefusal(review: Review, by: Reviewer): 'already_decided' | 'review_taken' | null {
  if (!nextReview(review.status, 'take')) return 'already_decided'
  return isWithAnother(review, by) && isInHand(review, by.nowMs) ? 'review_taken' : null
}

/** Why an operator may not decide it. Whoever took it may, also late, as long as nobody else has taken it since. */
export function decisionRefusal(review: Review, by: Reviewer & { readonly move: 'pass' | 'reject' }) {
  const refusal = takeRefusal(review, by)
  if (refusal) return refusal
  const isInHand = review.status === 'waiting' || review.takenBy === by.operatorId
  return isInHand && nextReview(review.status, by.move) ? null : 'review_not_taken'
}

/** Why an operator may not give a case back: it is decided, or it is not theirs to give. */
export function releaseRefusal(
  review: Review,
  by: Reviewer,
): 'already_decided' | 'review_taken' | 'review_not_taken' | null {
  const refusal = takeRefusal(review, by)
  if (refusal) return refusal
  return review.takenBy === by.operatorId ? null : 'review_not_taken'
}

/** Whether somebody has a case to themselves: what was taken longer ago than that is free again, and shown so. */
export function isInHand({ takenUntilMs }: Pick<Review, 'takenUntilMs'>, nowMs: number): boolean {
  return takenUntilMs !== null && takenUntilMs > nowMs
}

function isWithAnother({ takenBy }: Review, { operatorId }: Reviewer): boolean {
  return takenBy !== null && takenBy !== operatorId
}

/** Why one person's word does not pass a case that needs two: nobody agreed before, or only the same person did. */
export function secondPersonRefusal(agreedBy: string | null, operatorId: string) {
  if (agreedBy === null) return 'second_person_needed'
  return agreedBy === operatorId ? 'same_person' : null
}
