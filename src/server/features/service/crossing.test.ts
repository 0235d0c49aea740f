import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { myConversation, sendMessage } from '#contract/service/chat'
import { answerConversation, closeConversation, openCase, resolveCase, viewConversation } from '#contract/service/desk'
import { type House, openHouse } from '../../testing/open-house.ts'
import type { Player, Visitor } from '../../testing/person.ts'
import { conversationIdOf, publishAndGiveCard } from '../../testing/service/conversations.ts'

let house: House
let support: Visitor
let an: Player
let id: string
/** The newest message when the operator last looked. */
let seen: number
beforeAll(async () => {
  house = await openHouse()
  support = await house.operator('support')
})
afterAll(() => house.close())
beforeEach(async () => {
  an = await house.player()
  await write('help')
  id = await conversationIdOf(house, an)
})

const write = (text: string) => an.call(sendMessage, { text }, randomUUID())
const look = async () => {
  seen = (await support.call(viewConversation, { id })).conversation.newest
}
const shown = async () => (await an.call(myConversation, {})).conversation

describe('a message that an operator has not seen', () => {
  test('stays unread and waits on after the answer that it crossed, until it is answered itself', async () => {
    await look()
    await write('and my other card was charged too')
    await support.call(answerConversation, { id, text: 'It is paid back', seen }, randomUUID())
    expect(await shown()).toMatchObject({ state: 'waiting', readByDesk: 1, unread: 1 })
    // The operator's own answer is nothing that they missed.
    await support.call(answerConversation, { id, text: 'Both are paid back', seen: 2 }, randomUUID())
    expect(await shown()).toMatchObject({ state: 'open', readByDesk: 4 })
  })

  test('waits on after the end of the complaint that it crossed', async () => {
    await support.call(openCase, { id })
    await look()
    await write('and a third time')
    await support.call(resolveCase, { id, text: 'You were right', seen })
    expect(await shown()).toMatchObject({ state: 'waiting', readByDesk: 2 })
  })

  test('waits on after a card that it crossed, and after one that was given from another page', async () => {
    await look()
    await write('it must be a German card')
    await publishAndGiveCard(house, an, seen)
    expect(await shown()).toMatchObject({ state: 'waiting', readByDesk: 1, unread: 1 })
    await publishAndGiveCard(house, an)
    expect(await shown()).toMatchObject({ state: 'waiting', readByDesk: 1, unread: 2 })
    await publishAndGiveCard(house, an, 2)
    expect(await shown()).toMatchObject({ state: 'open', readByDesk: 5 })
  })

  test('keeps the conversation from being closed, until it was seen', async () => {
    await look()
    await support.call(answerConversation, { id, text: 'Good morning', seen }, randomUUID())
    await look()
    await write('one more thing')
    await expect(support.call(closeConversation, { id, seen })).rejects.toMatchObject({ code: 'conversation_waiting' })
    expect(await shown()).toMatchObject({ state: 'waiting' })
    await look()
    await support.call(closeConversation, { id, seen })
    expect(await shown()).toMatchObject({ state: 'closed' })
  })
})
