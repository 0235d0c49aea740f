import * as z from 'zod/mini'
import { conversationStates } from '#core/service/conversation'
import { endpoint } from '../endpoint.ts'
import { Captcha } from '../people/captcha.ts'
import { Instant, pageInput, pageOf } from '../wire.ts'
import { Case, MessageNumber, MessageText, Topic, message } from './fields.ts'

/** Calls of people who need help: a signed-in player, or a visitor identified by a token. */
const open = { who: 'anyone', knowsPlayers: true } as const

const Message = z.strictObject(message)

export const myConversation = endpoint({
  ...open,
  method: 'GET',
  path: '/service/conversation',
  summary: 'How one’s conversation with customer service stands, and whether somebody is there',
  input: z.strictObject({}),
  output: z.strictObject({
    /** Null as long as nothing was written. */
    conversation: z.nullable(
      z.strictObject({
        topic: Topic,
        state: z.enum(conversationStates),
        /**
         * The numbers of the newest message, of the newest that customer service has read, and of the newest that the
         * caller has read.
         */
        newest: z.int(),
        readByDesk: z.int(),
        readByMe: z.int(),
        unread: z.int(),
        cases: z.array(Case),
      }),
    ),
    desk: z.strictObject({
      isOpen: z.boolean(),
      /** When the office opens or closes next; null where it never closes. */
      changesAt: z.nullable(Instant),
      /** Whether an operator was at work in the last minutes. */
      isStaffed: z.boolean(),
      /**
       * The place in the queue, counted from 1; null where the conversation does not wait or an operator has claimed
       * it.
       */
      place: z.nullable(z.int()),
    }),
  }),
  refuses: [],
  limit: 'read',
})

export const listMessages = endpoint({
  ...open,
  method: 'GET',
  path: '/service/messages',
  summary: 'The messages of one’s conversation, newest first',
  input: z.strictObject(pageInput),
  output: pageOf(Message),
  refuses: [],
  limit: 'read',
})

export const sendMessage = endpoint({
  ...open,
  method: 'POST',
  path: '/service/messages',
  summary: 'Write to customer service: a text, or a picture uploaded for it. A complaint gets a case number',
  input: z
    .strictObject({
      text: z.optional(MessageText),
      /** For players alone: a visitor uploads nothing. */
      pictureId: z.optional(z.uuid('picture_unknown')),
      topic: z.optional(Topic),
      /** Asked of a visitor’s first message, and of more where many come from one address. */
      captcha: Captcha,
    })
    .check(
      z.refine((form) => (form.text === undefined) !== (form.pictureId === undefined), {
        path: ['text'],
        error: 'message_missing',
      }),
    ),
  output: Message,
  refuses: [
    'message_missing',
    'message_long',
    'kind_unknown',
    'picture_unknown',
    'captcha_required',
    'captcha_invalid',
    'repeat_submission',
  ],
  limit: 'write',
  once: true,
})

export const readMessages = endpoint({
  ...open,
  method: 'POST',
  path: '/service/read',
  summary: 'Say up to which message one has read',
  input: z.strictObject({ upTo: MessageNumber }),
  output: z.strictObject({ unread: z.int() }),
  refuses: [],
  limit: 'write',
})

export const sayTyping = endpoint({
  ...open,
  method: 'POST',
  path: '/service/typing',
  summary: 'Say that one is writing; it is told to whoever listens and kept nowhere',
  input: z.strictObject({}),
  output: z.strictObject({}),
  refuses: [],
  limit: 'write',
})

export const quickAnswers = endpoint({
  ...open,
  method: 'GET',
  path: '/service/answers',
  summary: 'Short answers to what is often asked, by topic, in the reader’s language',
  input: z.strictObject({}),
  output: z.strictObject({
    items: z.array(z.strictObject({ topic: Topic, question: z.string(), answer: z.string() })),
  }),
  refuses: [],
  limit: 'read',
})

export const exportConversation = endpoint({
  ...open,
  method: 'GET',
  path: '/service/export',
  summary: 'The newest 1,000 messages as plain text, oldest first, with times in UTC and case numbers',
  input: z.strictObject({}),
  /** To be offered as a file of that name by the page. */
  output: z.strictObject({ name: z.string(), text: z.string() }),
  refuses: [],
  limit: 'write',
})
