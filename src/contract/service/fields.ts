import * as z from 'zod/mini'
import { messageLengthMost, serviceTopics } from '#core/service/conversation'
import { Instant, atMost } from '../wire.ts'

/** Fields that players' and operators' calls of customer service share. */

export const Topic = z.enum(serviceTopics, 'kind_unknown')

/**
 * The text of a message. Control characters other than line ends are refused: they are invisible and can have effects.
 */
export const MessageText = z
  .string('message_missing')
  .check(
    z.trim(),
    atMost(messageLengthMost, 'message_long'),
    z.minLength(1, 'message_missing'),
    z.regex(/^[^\p{Cc}\p{Cs}]*(\n[^\p{Cc}\p{Cs}]*)*$/u, 'request_malformed'),
  )

/** A message by its place in the conversation. */
export const MessageNumber = z.int().check(z.minimum(0), z.maximum(2_147_483_647))

/**
 * The newest message that the operator's page showed. What the owner wrote after it stays unread, and the conversation goes on waiting.
 * Pages from before it was asked for do not say it.
 */
export const Seen = z.optional(MessageNumber)

/** A published card as it was given in a conversation. One that is no longer valid shows its last digits alone. */
const Card = z.strictObject({
  isValid: z.boolean(),
  validUntil: Instant,
  bankName: z.string(),
  bankAddress: z.nullable(z.string()),
  cardNumber: z.string(),
  routing: z.nullable(z.string()),
  cardholder: z.nullable(z.string()),
})

/** Notices between the messages; the apps have their words. */
const notices = ['case_opened', 'case_resolved', 'closed'] as const
export type Notice = (typeof notices)[number]

const authors = ['player', 'operator', 'system'] as const
export type Author = (typeof authors)[number]

/** A message says one thing: a text, a picture, a card, or a notice. */
export const message = {
  id: z.uuid(),
  /** Its place in the conversation, from 1 on without a gap. */
  number: z.int(),
  from: z.enum(authors),
  text: z.nullable(z.string()),
  picture: z.nullable(z.strictObject({ id: z.uuid(), width: z.int(), height: z.int() })),
  card: z.nullable(Card),
  notice: z.nullable(z.enum(notices)),
  /** The case that a notice is about. */
  caseNumber: z.nullable(z.string()),
  at: Instant,
}

/** A complaint: its number, since when, until when it is answered, and when it was. */
export const Case = z.strictObject({
  number: z.string(),
  openedAt: Instant,
  dueAt: Instant,
  resolvedAt: z.nullable(Instant),
})
