export const caseStates = ['open', 'waiting', 'closed'] as const
export type CaseState = (typeof caseStates)[number]

/** How a case can end. Restricting and reporting happen elsewhere, by the people who may; the case only says so. */
export const caseOutcomes = ['nothing_found', 'explained', 'reported', 'restricted'] as const
export type CaseOutcome = (typeof caseOutcomes)[number]

export const caseSteps = [
  'opened',
  'taken',
  'handed_over',
  'given_back',
  'note',
  'waiting',
  'resumed',
  'looked',
  'closed',
] as const
export type CaseStep = (typeof caseSteps)[number]

/** The longest that a case may wait for an answer before it is due again. */
export const caseWaitMostMs = 30 * 24 * 3_600_000

type Standing = { readonly state: CaseState; readonly ownerId: string | null }

/** Why an operator may not change a case: it is closed, or somebody else's. */
export function caseRefusal(
  { state, ownerId }: Standing,
  operatorId: string,
): 'already_decided' | 'review_not_taken' | null {
  if (state === 'closed') return 'already_decided'
  return ownerId === operatorId ? null : 'review_not_taken'
}
