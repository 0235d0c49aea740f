import { answerConversation, closeConversation, openCase, resolveCase } from '#contract/service/desk'
import { namesDestination } from '#core/service/message-text'
import { handle } from '../../services/calls/handle.ts'
import { recordAction } from '../../services/actions/record-action.ts'
import { addCase, casesOf, endCase, shownCase } from './cases.ts'
import { subjectOf, takeInHand } from './claim.ts'
import { tellBoth } from './conversations.ts'
import { addAnswer, addMessage, enterState, hasWrittenSince } from './messages.ts'

export const answerConversationHandler = handle(answerConversation, async (context) => {
  const { input, caller, key, refuse } = context
  if (namesDestination(input.text)) return refuse('destination_in_text', { field: 'text' })
  const conversation = await takeInHand(context)
  const said = { operator_id: caller.operatorId, text: input.text, id: key, seen: input.seen }
  const number = await addAnswer(context, conversation, said)
  if (number === null) return refuse('repeat_submission')
  const after = { conversation: conversation.id, move: 'answer', message: number }
  await recordAction(context, 'service.answer', { subject: subjectOf(conversation), after })
  tellBoth(context, conversation)
  return { number }
})

export const closeConversationHandler = handle(closeConversation, async (context) => {
  const { input, tx, refuse } = context
  const conversation = await takeInHand(context)
  if (input.answeredOnly && conversation.state === 'waiting') return refuse('conversation_waiting')
  if (await hasWrittenSince(tx, conversation, input.seen)) return refuse('conversation_waiting')
  const cases = await casesOf(tx, conversation.id)
  if (cases.some(({ resolvedAt }) => resolvedAt === null)) return refuse('case_open')
  if (conversation.state !== 'closed') await addMessage(context, conversation, { author: 'system', notice: 'closed' })
  await enterState(context, conversation, 'closed')
  await tx
    .updateTable('conversation')
    .set({ assigned_to: null, assigned_until: null })
    .where('id', '=', conversation.id)
    .execute()
  const after = { conversation: conversation.id, move: 'close' }
  await recordAction(context, 'service.answer', { subject: subjectOf(conversation), after })
  tellBoth(context, conversation)
  return {}
})

export const openCaseHandler = handle(openCase, async (context) => {
  const { caller, refuse } = context
  const conversation = await takeInHand(context)
  const complaint = await addCase(context, conversation.id, caller.operatorId)
  if (!complaint) return refuse('case_open')
  await addMessage(context, conversation, { author: 'system', notice: 'case_opened', complaint: complaint.number })
  const shown = shownCase(complaint)
  const after = { conversation: conversation.id, move: 'open case', case: shown.number }
  await recordAction(context, 'service.answer', { subject: subjectOf(conversation), after })
  tellBoth(context, conversation)
  return shown
})

export const resolveCaseHandler = handle(resolveCase, async (context) => {
  const { input, caller, refuse } = context
  if (namesDestination(input.text)) return refuse('destination_in_text', { field: 'text' })
  const conversation = await takeInHand(context)
  const complaint = await endCase(context, conversation.id)
  if (!complaint) return refuse('case_unknown')
  const said = { operator_id: caller.operatorId, text: input.text, seen: input.seen }
  await addAnswer(context, conversation, said)
  await addMessage(context, conversation, { author: 'system', notice: 'case_resolved', complaint: complaint.number })
  const shown = shownCase(complaint)
  const after = { conversation: conversation.id, move: 'resolve case', case: shown.number }
  await recordAction(context, 'service.answer', { subject: subjectOf(conversation), after })
  tellBoth(context, conversation)
  return shown
})
