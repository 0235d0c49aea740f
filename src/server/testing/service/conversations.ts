import { randomUUID } from 'node:crypto'
import { currentCards, giveCard, publishReceiving } from '#contract/console/receiving'
import { approveProposal } from '#contract/console/settings'
import { bankForm } from '../money.ts'
import type { House } from '../open-house.ts'
import type { Player } from '../person.ts'

/** The id of a player's conversation, as the console uses it. */
export async function conversationIdOf(house: House, player: Pick<Player, 'id'>): Promise<string> {
  const { id } = await house.app.db.query
    .selectFrom('conversation')
    .select('id')
    .where('player_id', '=', player.id)
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Publishes a card for an hour, which takes two operators, and gives it to a player, which takes a third. That one has `seen` the player's
 * messages up to a number, or none.
 */
export async function publishAndGiveCard(house: House, player: Pick<Player, 'id'>, seen?: number) {
  const { phoneCountry: _, cardPhone: __, contact: ___, paymentPassword: ____, ...card } = bankForm()
  const form = { ...card, validUntil: house.clock.nowMs() + 3_600_000, reason: 'the morning’s card' }
  const [finance, admin] = [await house.operator('finance'), await house.operator('admin')]
  const { proposalId } = await finance.call(publishReceiving, form)
  await admin.call(approveProposal, { id: proposalId })
  const support = await house.operator('support')
  const { items } = await support.call(currentCards, {})
  const { id } = items.find(({ cardNumber }) => cardNumber === card.cardNumber)!
  await support.call(giveCard, { id, playerId: player.id, ...(seen !== undefined && { seen }) }, randomUUID())
  return { ...form, id }
}
