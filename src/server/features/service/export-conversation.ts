import { type Locale, isLocale } from '#contract/locales'
import { exportConversation } from '#contract/service/chat'
import { fill } from '#contract/texts'
import { handleRead } from '../../services/calls/handle.ts'
import { conversationOf, ownerOf } from './conversations.ts'
import { newestMessages } from './messages.ts'
import { serviceTexts } from './quick-answers.ts'

/** All of them are encoded in one turn of the event loop; of the longest messages that is some two megabytes. */
const messagesMost = 1_000

/** A conversation as a text file: who said what and when, with the numbers of complaints. */
export const exportConversationHandler = handleRead(exportConversation, async (context) => {
  const { db, nowMs, from } = context
  const conversation = await conversationOf(db, ownerOf(context))
  const words = serviceTexts[isLocale(from.language) ? from.language : ('en' satisfies Locale)].export
  const messages = conversation ? await newestMessages(db, conversation.id, { most: messagesMost, nowMs }) : []
  const lines = messages.toReversed().map((message) => `[${moment(message.at)}] ${line(message, words)}`)
  return {
    name: `clearball-conversation-${new Date(nowMs).toISOString().slice(0, 10)}.txt`,
    // The byte order mark makes every editor read it as UTF-8.
    text: `\uFEFF${[words.title, ...lines].join('\r\n')}\r\n`,
  }
})

type Words = (typeof serviceTexts)[Locale]['export']
type Message = Awaited<ReturnType<typeof newestMessages>>[number]

const moment = (ms: number) => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`

function line({ from, text, picture, card, notice, caseNumber }: Message, words: Words): string {
  if (notice) return fill(words[notice], { number: caseNumber ?? '' })
  const who = from === 'player' ? words.you : words.desk
  if (picture) return `${who}: [${words.picture}]`
  if (card) return `${who}: [${fill(words.card, { end: card.cardNumber.slice(-4), time: moment(card.validUntil) })}]`
  // Continuation lines are indented, so that a line break cannot pass for the beginning of another message.
  return `${who}: ${text!.replaceAll('\n', '\r\n    ')}`
}
