/** What people write to customer service about. */
export const serviceTopics = ['top_up', 'withdrawal', 'account', 'certification', 'game', 'complaint', 'other'] as const

export type ServiceTopic = (typeof serviceTopics)[number]

/** Waiting for an answer of ours, answered, or ended. Whoever writes again makes it wait again. */
export const conversationStates = ['waiting', 'open', 'closed'] as const

export type ConversationState = (typeof conversationStates)[number]

/** How long an operator has a conversation to themselves; each answer begins it anew. */
export const conversationLeaseMs = 10 * 60_000

/** Within this time somebody who waits for an answer should have one, while customer service is there. */
export const conversationAnswerMs = 60 * 60_000

/** Within this time a complaint is answered; its case shows both ends. */
export const complaintAnswerMs = 14 * 24 * 3_600_000

/** Long enough for any story, too short to fill a screen of the desk with one of them. */
export const messageLengthMost = 2_000

/** An operator who did something in the last minutes counts as being there. */
export const presenceMs = 5 * 60_000

/** A case as people write and say it. */
export function caseNumber(number: bigint): string {
  return `C-${number}`
}
