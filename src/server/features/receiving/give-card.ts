import { giveCard } from '#contract/console/receiving'
import { type Context, handle } from '../../services/calls/handle.ts'
import { recordAction } from '../../services/actions/record-action.ts'
import { lockedConversation, tellBoth } from '../service/conversations.ts'
import { addAnswer } from '../service/messages.ts'

/** Support chooses who gets a card, never what is on it: only a card that finance published can be given. */
export const giveCardHandler = handle(giveCard, async (context) => {
  const { input, caller, tx, nowMs, publish, refuse } = context
  const now = new Date(nowMs)
  const card = await tx
    .selectFrom('receiving_account')
    .select('valid_until')
    .where('id', '=', input.id)
    .where('kind', '=', 'bank')
    .where('retired_at', 'is', null)
    .where('valid_from', '<=', now)
    .where('valid_until', '>', now)
    .executeTakeFirst()
  if (!card) return refuse('receiving_unknown')
  const player = await tx
    .selectFrom('player')
    .select(['id', 'language'])
    .where('id', '=', input.playerId)
    .executeTakeFirst()
  if (!player) return refuse('player_unknown')
  const given = await tx
    .insertInto('given_card')
    .values({ player_id: player.id, receiving_id: input.id, given_by: caller.operatorId, given_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  if ((await showCard(context, player, given.id)) === null) return refuse('repeat_submission')
  await recordAction(context, 'receiving.give', { subject: `player:${player.id}`, after: { receiving: input.id } })
  publish({ audience: `player:${player.id}`, kind: 'card.given', body: {} })
  return { validUntil: card.valid_until!.getTime() }
})

type Receiver = { readonly id: string; readonly language: string }

/**
 * Posts the card into the player's conversation, as the answer to their request there. Given from another page than the conversation, it
 * leaves what nobody has read there unread.
 */
async function showCard(context: Context<typeof giveCard, unknown>, { id, language }: Receiver, givenId: bigint) {
  const conversation = await lockedConversation(context, { owner: { player_id: id }, language, topic: 'top_up' })
  const seen = context.input.seen ?? conversation.read_by_desk
  const said = { operator_id: context.caller.operatorId, given_id: givenId, id: context.key, seen }
  const number = await addAnswer(context, conversation, said)
  tellBoth(context, conversation)
  return number
}
