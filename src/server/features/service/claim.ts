import { assignConversation, claimConversation } from '#contract/service/desk'
import { conversationLeaseMs } from '#core/service/conversation'
import type { Tx } from '../../world/members/database.ts'
import { handle } from '../../services/calls/handle.ts'
import { rolesWith } from '../../services/calls/capabilities.ts'
import { recordAction } from '../../services/actions/record-action.ts'
import { type ConversationRow, conversationById, tellBoth } from './conversations.ts'

type Acting = {
  readonly tx: Tx
  readonly nowMs: number
  readonly caller: { readonly operatorId: string }
  readonly input: { readonly id: string }
  refuse(code: 'conversation_unknown' | 'conversation_taken'): never
}

/**
 * Claims a conversation, or refuses while a colleague has it. One conditional update decides, so that one of twenty
 * operators at once wins. The row stays locked until the commit, so that messages are numbered one after the other.
 */
export async function takeInHand({ tx, nowMs, caller, input, refuse }: Acting): Promise<ConversationRow> {
  const taken = await tx
    .updateTable('conversation')
    .set({ assigned_to: caller.operatorId, assigned_until: new Date(nowMs + conversationLeaseMs) })
    .where('id', '=', input.id)
    .where((eb) =>
      eb.or([
        eb('assigned_to', 'is', null),
        eb('assigned_to', '=', caller.operatorId),
        eb('assigned_until', '<=', new Date(nowMs)),
      ]),
    )
    .returningAll()
    .executeTakeFirst()
  if (taken) return taken
  return refuse((await conversationById(tx, input.id)) ? 'conversation_taken' : 'conversation_unknown')
}

/** The subject for the operators' log: the player, or a visitor's conversation. */
export function subjectOf({ id, player_id }: ConversationRow): string {
  return player_id === null ? `conversation:${id}` : `player:${player_id}`
}

export const claimConversationHandler = handle(claimConversation, async (context) => {
  const conversation = await takeInHand(context)
  const after = { conversation: conversation.id, move: 'claim' }
  await recordAction(context, 'service.answer', { subject: subjectOf(conversation), after })
  tellBoth(context, conversation)
  return { assignedUntil: conversation.assigned_until!.getTime() }
})

export const assignConversationHandler = handle(assignConversation, async (context) => {
  const { input, tx, nowMs, refuse } = context
  const colleague = input.account === null ? null : await answererBy(tx, input.account)
  if (input.account !== null && !colleague) return refuse('operator_unknown', { field: 'account' })
  const conversation = await takeInHand(context)
  await tx
    .updateTable('conversation')
    .set({
      assigned_to: colleague?.id ?? null,
      assigned_until: colleague ? new Date(nowMs + conversationLeaseMs) : null,
    })
    .where('id', '=', conversation.id)
    .execute()
  const after = { conversation: conversation.id, move: 'assign', to: colleague?.account ?? null }
  await recordAction(context, 'service.answer', { subject: subjectOf(conversation), after })
  tellBoth(context, conversation)
  return { assignedTo: colleague?.account ?? null }
})

/** An operator who may answer conversations. */
async function answererBy(tx: Tx, account: string) {
  return (
    tx
      .selectFrom('operator')
      .select(['id', 'account'])
      .where('account', '=', account)
      .where('role', 'in', rolesWith('service.answer'))
      .where('left_at', 'is', null)
      // Locked before the conversation, in the same order as in a dismissal: the dismissal then releases what is handed
      // over now.
      .forShare()
      .executeTakeFirst()
  )
}
