import { sendMessage } from '#contract/service/chat'
import { networkOf } from '#core/rules/guessing'
import { type Subject, takeAttempt, weighAttempt } from '../../services/guard/attempts.ts'
import { captchaRefusal } from '../../services/guard/captcha.ts'
import { type Before, type Context, handlePrepared } from '../../services/calls/handle.ts'
import { attachUpload } from '../uploads/attach-upload.ts'
import { addCase } from './cases.ts'
import { conversationOf, ensureOwner, lockedConversation, ownerOf, tellBoth } from './conversations.ts'
import { addMessage, asOwnerSees, enterState, messageById } from './messages.ts'

type Call = typeof sendMessage

export const sendMessageHandler = handlePrepared(sendMessage, admit, async (context) => {
  const { input, tx, nowMs, key, from, refuse } = context
  const owner = ensureOwner(context)
  const topic = input.topic ?? 'other'
  const conversation = await lockedConversation(context, { owner, language: from.language, topic })
  if (input.pictureId && !(await isAttached(context, input.pictureId))) return refuse('picture_unknown')
  const said = { author: 'player', id: key, text: input.text ?? null, picture_id: input.pictureId ?? null } as const
  if ((await addMessage(context, conversation, said)) === null) return refuse('repeat_submission')
  // The operator answers in the language last written in, about the subject last named.
  await tx
    .updateTable('conversation')
    .set({ language: from.language, ...(input.topic && { topic: input.topic }) })
    .where('id', '=', conversation.id)
    .execute()
  await enterState(context, conversation, 'waiting')
  const complaint = input.topic === 'complaint' ? await addCase(context, conversation.id, null) : null
  if (complaint) {
    const notice = { author: 'system', notice: 'case_opened', complaint: complaint.number } as const
    await addMessage(context, conversation, notice)
  }
  tellBoth(context, conversation)
  return asOwnerSees(await messageById(tx, conversation.id, { id: key, nowMs }))
})

/** Players are limited per account; visitors per address, with a captcha for the first message. */
async function admit(context: Before<Call>): Promise<void> {
  const { input, caller, from, db, refuse } = context
  if (caller.kind === 'player') {
    await takeAttempt(context, [{ kind: 'message', name: caller.playerId }])
    return
  }
  if (input.pictureId) return refuse('picture_unknown')
  const subjects: Subject[] = [{ kind: 'visitor-message', name: networkOf(from.address) }]
  const { isCaptchaDue } = await weighAttempt(context, subjects)
  if (isCaptchaDue || !(await conversationOf(db.query, ownerOf(context)))) {
    const { captcha, ...content } = input
    const refusal = await captchaRefusal(context, { purpose: 'service', captcha, content })
    if (refusal) return refuse(refusal)
  }
  await takeAttempt(context, subjects)
}

async function isAttached({ tx, caller, nowMs }: Context<Call, unknown>, id: string): Promise<boolean> {
  return caller.kind === 'player' && attachUpload(tx, { id, playerId: caller.playerId, purpose: 'chat', nowMs })
}
