import { giveCard } from '#contract/console/receiving'
import { handle } from '../../http/handle.ts'
import { recordAction } from '../operators/record-action.ts'

/** Support chooses whom to give a card, never what is on it: only one that finance published can be given. */
export const giveCardHandler = handle(giveCard, async (context) => {
  const { input, caller, tx, nowMs, publish, refuse } = context
  const now = new Date(nowMs)
  const card = await tx
    .selectFrom('receiving_account')
    .select('valid_until')
    .where('id', '=', input.id)
    .where('kind', '=', 'bank')
    .where('retired_at', 'is', null)
    .where('valid_until', '>', now)
    .executeTakeFirst()
  if (!card) return refuse('receiving_unknown')
  const player = await tx.selectFrom('player').select('id').where('id', '=', input.playerId).executeTakeFirst()
  if (!player) return refuse('player_unknown')
  await tx
    .insertInto('given_card')
    .values({ player_id: player.id, receiving_id: input.id, given_by: caller.operatorId, given_at: now })
    .execute()
  await recordAction(context, 'receiving.give', { subject: `player:${player.id}`, after: { receiving: input.id } })
  publish({ audience: `player:${player.id}`, kind: 'card.given', body: {} })
  return { validUntil: card.valid_until!.getTime() }
})
