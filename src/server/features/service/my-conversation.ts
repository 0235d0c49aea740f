import { sql } from 'kysely'
import type { Tx } from '../../world/members/database.ts'
import { listMessages, myConversation, readMessages, sayTyping } from '#contract/service/chat'
import { type ConversationState, type ServiceTopic, presenceMs } from '#core/service/conversation'
import { officeAt } from '#core/service/office-hours'
import { handle, handleRead } from '../../services/calls/handle.ts'
import { rolesWith } from '../../services/calls/capabilities.ts'
import { currentSettings } from '../../services/settings/current-settings.ts'
import { casesOf } from './cases.ts'
import { conversationOf, ensureOwner, ownerOf, placeInQueue, tellBoth } from './conversations.ts'
import { asOwnerSees, messagePage } from './messages.ts'

export const myConversationHandler = handle(myConversation, async (context) => {
  const { tx, nowMs } = context
  // A visitor gets a token before the first message, so that a lost answer does not lose them the conversation.
  const conversation = await conversationOf(tx, ensureOwner(context))
  const { isOpen, changesAtMs } = officeAt((await currentSettings(tx, nowMs)).supportHours, nowMs)
  return {
    conversation: conversation && {
      topic: conversation.topic as ServiceTopic,
      state: conversation.state as ConversationState,
      newest: conversation.newest,
      readByDesk: conversation.read_by_desk,
      readByMe: conversation.read_by_owner,
      unread: conversation.unread,
      cases: await casesOf(tx, conversation.id),
    },
    desk: {
      isOpen,
      changesAt: changesAtMs,
      isStaffed: await isStaffed(tx, nowMs),
      place: conversation && (await placeInQueue(tx, conversation, nowMs)),
    },
  }
})

/** Whether an operator who may answer was active a moment ago. */
async function isStaffed(tx: Tx, nowMs: number): Promise<boolean> {
  const present = await tx
    .selectFrom('session')
    .innerJoin('operator', 'operator.id', 'session.operator_id')
    .select('session.id')
    .where('role', 'in', rolesWith('service.answer'))
    .where('ended_at', 'is', null)
    .where('second_factor_at', 'is not', null)
    .where('seen_at', '>', new Date(nowMs - presenceMs))
    .limit(1)
    .executeTakeFirst()
  return present !== undefined
}

export const listMessagesHandler = handleRead(listMessages, async (context) => {
  const { input, db, nowMs } = context
  const conversation = await conversationOf(db, ownerOf(context))
  if (!conversation) return { items: [], next: null }
  const { items, next } = await messagePage(db, conversation.id, { after: input.after, nowMs })
  return { items: items.map(asOwnerSees), next }
})

export const readMessagesHandler = handle(readMessages, async (context) => {
  const { input, tx } = context
  const conversation = await conversationOf(tx, ownerOf(context))
  if (!conversation) return { unread: 0 }
  const { upTo } = input
  const read = await tx
    .updateTable('conversation')
    .set({
      read_by_owner: sql<number>`least(newest, ${upTo}::integer)`,
      unread: sql<number>`(
        select count(*)::integer from message
        where conversation_id = conversation.id and author <> 'player' and number > ${upTo}::integer
      )`,
    })
    .where('id', '=', conversation.id)
    // The read mark only moves forward, and a mark that does not move causes no event.
    .where('read_by_owner', '<', sql<number>`least(newest, ${upTo}::integer)`)
    .returning('unread')
    .executeTakeFirst()
  if (read) tellBoth(context, conversation)
  return { unread: read?.unread ?? conversation.unread }
})

export const sayTypingHandler = handle(sayTyping, async (context) => {
  const conversation = await conversationOf(context.tx, ownerOf(context))
  if (conversation) {
    const body = { conversationId: conversation.id }
    context.publish({ audience: 'operators', kind: 'service.typing', body })
  }
  return {}
})
