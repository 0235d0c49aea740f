import * as z from 'zod/mini'
import { conversationStates, serviceTopics } from '#core/service/conversation'
import { endpoint } from '../endpoint.ts'
import { locales } from '../locales.ts'
import { Instant, atMost, pageInput, pageOf, storable } from '../wire.ts'
import { Case, MessageNumber, MessageText, Seen, Topic, message } from './fields.ts'

const Id = z.uuid('conversation_unknown')
const byId = z.strictObject({ id: Id })

/** What the queue shows of a conversation that was not opened: no message texts. */
const summary = {
  id: z.uuid(),
  /** Null for a visitor. */
  playerId: z.nullable(z.uuid()),
  account: z.nullable(z.string()),
  language: z.enum(locales),
  topic: Topic,
  state: z.enum(conversationStates),
  /** Since when it is in that state: for one that waits, how long somebody has waited. */
  since: Instant,
  /** Who has taken it, and until when. */
  assignedTo: z.nullable(z.string()),
  assignedUntil: z.nullable(Instant),
  /** The complaint that is yet to be answered, with its clock. */
  openCase: z.nullable(Case),
}

export const queueConversations = endpoint({
  method: 'GET',
  path: '/console/service/conversations',
  summary: 'Conversations of one state, oldest first; without a state, those that wait for an answer',
  who: 'operator',
  can: 'service.view',
  input: z.strictObject({ ...pageInput, state: z.optional(z.enum(conversationStates, 'kind_unknown')) }),
  output: pageOf(z.strictObject(summary)),
  refuses: ['kind_unknown'],
  limit: 'read',
})

export const viewConversation = endpoint({
  method: 'GET',
  path: '/console/service/conversations/:id',
  summary: 'A conversation and its messages, newest first; the look is logged',
  who: 'operator',
  can: 'service.view',
  input: z.strictObject({ ...pageInput, id: Id }),
  output: z.strictObject({
    conversation: z.strictObject({
      ...summary,
      newest: z.int(),
      readByOwner: z.int(),
      readByDesk: z.int(),
      cases: z.array(Case),
    }),
    /** With the operator who wrote it, where one did. */
    messages: pageOf(z.strictObject({ ...message, by: z.nullable(z.string()) })),
  }),
  refuses: ['conversation_unknown'],
  limit: 'read',
})

export const viewServicePicture = endpoint({
  method: 'GET',
  path: '/console/service/pictures/:id',
  summary: 'A picture that a player sent in a conversation; the look is logged',
  who: 'operator',
  can: 'service.view',
  input: z.strictObject({ id: z.uuid('picture_unknown') }),
  output: 'picture',
  refuses: ['picture_unknown'],
  limit: 'read',
})

/** Actions of an operator on a conversation. Each claims the conversation, unless another operator has claimed it. */
const change = { method: 'POST', who: 'operator', can: 'service.answer', limit: 'write' } as const
const refuses = ['conversation_unknown', 'conversation_taken'] as const

export const claimConversation = endpoint({
  ...change,
  path: '/console/service/conversations/:id/claim',
  summary: 'Take a conversation in hand for ten minutes; again, to have ten more',
  input: byId,
  output: z.strictObject({ assignedUntil: Instant }),
  refuses,
})

export const assignConversation = endpoint({
  ...change,
  path: '/console/service/conversations/:id/assign',
  summary: 'Hand a conversation to a colleague for ten minutes, or put it back for anybody',
  input: z.strictObject({ id: Id, account: z.nullable(z.string().check(atMost(100), storable)) }),
  output: z.strictObject({ assignedTo: z.nullable(z.string()) }),
  refuses: [...refuses, 'operator_unknown'],
})

export const answerConversation = endpoint({
  ...change,
  path: '/console/service/conversations/:id/messages',
  summary: 'Answer with a text. One that names a card or an address is refused: a published card is given instead',
  input: z.strictObject({ id: Id, text: MessageText, seen: Seen }),
  output: z.strictObject({ number: z.int() }),
  refuses: [...refuses, 'message_missing', 'message_long', 'destination_in_text', 'repeat_submission'],
  once: true,
})

export const closeConversation = endpoint({
  ...change,
  path: '/console/service/conversations/:id/close',
  summary: 'End a conversation; its owner may write again at any time',
  /** With `answeredOnly` it is not ended while its owner waits for an answer, with `seen` not if they wrote after that message. */
  input: z.strictObject({ id: Id, answeredOnly: z.optional(z.boolean()), seen: Seen }),
  output: z.strictObject({}),
  refuses: [...refuses, 'case_open', 'conversation_waiting'],
})

export const openCase = endpoint({
  ...change,
  path: '/console/service/conversations/:id/case',
  summary: 'Mark a complaint: it gets a number and a clock, and its owner is told both',
  input: byId,
  output: Case,
  refuses: [...refuses, 'case_open'],
})

export const resolveCase = endpoint({
  ...change,
  path: '/console/service/conversations/:id/resolve',
  summary: 'Answer a complaint for good, with a text that its owner is told',
  input: z.strictObject({ id: Id, text: MessageText, seen: Seen }),
  output: Case,
  refuses: [...refuses, 'case_unknown', 'message_missing', 'message_long', 'destination_in_text'],
})

export const readAtDesk = endpoint({
  ...change,
  path: '/console/service/conversations/:id/read',
  summary: 'Say up to which message the desk has read; the owner sees it',
  input: z.strictObject({ id: Id, upTo: MessageNumber }),
  output: z.strictObject({}),
  refuses: ['conversation_unknown'],
})

export const typeAtDesk = endpoint({
  ...change,
  path: '/console/service/conversations/:id/typing',
  summary: 'Say that an answer is being written; it is kept nowhere',
  input: byId,
  output: z.strictObject({}),
  refuses: ['conversation_unknown'],
})

const QuickAnswer = z.strictObject({
  topic: Topic,
  language: z.enum(locales),
  question: z.string(),
  answer: z.string(),
  /** Who wrote it and when; null for what the product came with. */
  changedBy: z.nullable(z.string()),
  changedAt: z.nullable(Instant),
  /** The operators' wordings, newest first, including those that take effect later. */
  history: z.array(
    z.strictObject({ question: z.string(), answer: z.string(), effectiveAt: Instant, by: z.string(), at: Instant }),
  ),
})

export const listQuickAnswers = endpoint({
  method: 'GET',
  path: '/console/service/answers',
  summary: 'Every quick answer in every language, as players are shown it',
  who: 'operator',
  can: 'service.answers',
  input: z.strictObject({}),
  output: z.strictObject({ items: z.array(QuickAnswer) }),
  refuses: [],
  limit: 'read',
})

const line = (most: number) =>
  z
    .string('message_missing')
    .check(z.trim(), atMost(most, 'message_long'), z.minLength(1, 'message_missing'), z.regex(/^[^\p{C}]*$/u))

export const setQuickAnswer = endpoint({
  method: 'POST',
  path: '/console/service/answers',
  summary: 'Word a quick answer anew in one language; the old wording stays in the history',
  who: 'operator',
  can: 'service.word',
  input: z.strictObject({
    topic: z.enum(serviceTopics, 'kind_unknown'),
    language: z.enum(locales, 'kind_unknown'),
    question: line(120),
    answer: line(600),
    /** At once, where none is given. */
    effectiveAt: z.optional(Instant),
  }),
  output: z.strictObject({}),
  refuses: ['kind_unknown', 'message_missing', 'message_long', 'destination_in_text'],
  limit: 'write',
})
