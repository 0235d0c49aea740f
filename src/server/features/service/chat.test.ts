import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf } from '#contract/client'
import type { Input } from '#contract/endpoint'
import { locales } from '#contract/locales'
import { me } from '#contract/people/me'
import { exportMe } from '#contract/people/profile'
import {
  exportConversation,
  listMessages,
  myConversation,
  quickAnswers,
  readMessages,
  sayTyping,
  sendMessage,
} from '#contract/service/chat'
import { answerConversation } from '#contract/service/desk'
import { uploadPicture, viewUpload, viewUploadAsOperator } from '#contract/uploads'
import { messageLengthMost, serviceTopics } from '#core/service/conversation'
import { hostileTexts } from '../../testing/service/hostile-texts.ts'
import { changeSettings } from '../../testing/money.ts'
import { serviceTexts } from './quick-answers.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import type { Player, Visitor } from '../../testing/person.ts'
import { photo } from '../../testing/pictures.ts'
import { conversationIdOf } from '../../testing/service/conversations.ts'

let house: House
let support: Visitor
beforeAll(async () => {
  house = await openHouse()
  support = await house.operator('support')
})
afterAll(() => house.close())

const send = (who: Visitor, form: Input<typeof sendMessage>, key: string = randomUUID()) =>
  who.call(sendMessage, form, key)
const textsOf = async (who: Visitor) => (await who.call(listMessages, {})).items.map(({ text }) => text)
const answer = async (player: Player, text: string) =>
  support.call(answerConversation, { id: await conversationIdOf(house, player), text }, randomUUID())
const uploadChat = async (player: Visitor, purpose: 'chat' | 'voucher' = 'chat') => {
  const file = new Blob([new Uint8Array(await photo())], { type: 'image/jpeg' })
  return (await player.call(uploadPicture, { purpose, file }, randomUUID())).id
}
const raw = async (who: Visitor, body: unknown) => {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  const response = await who.fetch('/api/v1/service/messages', { method: 'POST', headers, body: JSON.stringify(body) })
  return (await response.json()) as { code?: string; text?: string }
}

describe('a player’s conversation', () => {
  test('begins with the first message, keeps the order, and is read page by page', async () => {
    const an = await house.player()
    expect(await an.call(myConversation, {})).toMatchObject({ conversation: null, desk: { place: null } })
    expect(await an.call(listMessages, {})).toEqual({ items: [], next: null })
    for (let at = 1; at <= 60; at++) {
      await send(an, { text: `message ${at}` })
      house.clock.forward(3_000)
    }
    const first = await an.call(listMessages, {})
    expect(first.items.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, at) => 60 - at))
    const rest = await an.call(listMessages, { after: first.next! })
    expect(rest.items.map(({ text }) => text)).toEqual(Array.from({ length: 10 }, (_, at) => `message ${10 - at}`))
    expect(rest.next).toBe(null)
    expect((await an.call(myConversation, {})).conversation).toMatchObject({ state: 'waiting', newest: 60, unread: 0 })
  })

  test('J18: is visible only to its player, and does not show an operator’s name', async () => {
    const [an, binh] = [await house.player(), await house.player()]
    await send(an, { text: 'my card was declined' })
    await answer(an, 'Let me look')
    expect(await textsOf(binh)).toEqual([])
    expect((await binh.call(exportConversation, {})).text).not.toContain('declined')
    const said = JSON.stringify((await an.call(listMessages, {})).items)
    expect(said).toContain('Let me look')
    expect(said).not.toMatch(/"by"|operator_id|"support"/)
  })

  test('stores the same message once, even if sent ten times at once or in a second conversation', async () => {
    const [an, binh] = [await house.player(), await house.player()]
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(an, { text: 'once' }, key)))
    expect(new Set(answers.map(({ id, number }) => `${id} ${number}`))).toEqual(new Set([`${key} 1`]))
    expect(await textsOf(an)).toEqual(['once'])
    await expect(send(an, { text: 'another' }, key)).rejects.toMatchObject({ code: 'repeat_submission' })
    await expect(send(binh, { text: 'once' }, key)).rejects.toMatchObject({ code: 'repeat_submission' })
    expect(await textsOf(binh)).toEqual([])
  })

  test('numbers messages without a gap, even when several people write at once', async () => {
    const an = await house.player()
    await send(an, { text: 'first' })
    await Promise.all(
      Array.from({ length: 8 }, (_, at) => (at % 2 ? send(an, { text: `${at}` }) : answer(an, `answer ${at}`))),
    )
    const numbers = (await an.call(listMessages, {})).items.map(({ number }) => number)
    expect(numbers).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1])
  })

  test.each([
    [{ text: '   ' }, 'message_missing'],
    [{}, 'message_missing'],
    [{ text: 'x', pictureId: randomUUID() }, 'message_missing'],
    [{ text: 'x'.repeat(messageLengthMost + 1) }, 'message_long'],
    [{ text: 'a\u0000b' }, 'request_malformed'],
    [{ text: 'a\u0007b' }, 'request_malformed'],
    [{ text: 'x', topic: 'gossip' }, 'kind_unknown'],
    [{ text: 'x', from: 'operator' }, 'request_malformed'],
    [{ pictureId: randomUUID() }, 'picture_unknown'],
  ])('%j is refused: %s', async (body, code) => {
    const an = await house.player()
    expect((await raw(an, body)).code).toBe(code)
    expect(await textsOf(an)).toEqual([])
  })

  test('stores hostile texts and texts of maximum length unchanged', async () => {
    const [an, longest] = [await house.player(), 'ส'.repeat(messageLengthMost)]
    for (const text of [...hostileTexts.slice(0, 20), longest]) {
      expect((await send(an, { text })).text).toBe(text)
      house.clock.forward(3_000)
    }
    expect(new Set(hostileTexts).size).toBe(200)
  })

  test('is rate-limited: twenty messages at once, then one in three seconds', async () => {
    const an = await house.player()
    const codes = await Promise.all(
      Array.from({ length: 25 }, async (_, at) => (await raw(an, { text: `${at}` })).code),
    )
    expect(codes.filter((code) => code === undefined)).toHaveLength(20)
    expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(5)
    house.clock.forward(3_000)
    await send(an, { text: 'again' })
    await expect(send(an, { text: 'too soon' })).rejects.toMatchObject({ code: 'too_many_requests' })
  })
})

describe('pictures', () => {
  test('are visible to the sender and to readers of the conversation, and can be attached once', async () => {
    const [an, binh] = [await house.player(), await house.player()]
    const pictureId = await uploadChat(an)
    await expect(send(binh, { pictureId })).rejects.toMatchObject({ code: 'picture_unknown' })
    await expect(send(an, { pictureId: await uploadChat(an, 'voucher') })).rejects.toMatchObject({
      code: 'picture_unknown',
    })
    expect(await send(an, { pictureId })).toMatchObject({ picture: { id: pictureId, width: 64, height: 48 } })
    await expect(send(an, { pictureId })).rejects.toMatchObject({ code: 'picture_unknown' })
    expect((await an.fetch(addressOf(viewUpload, { id: pictureId }))).status).toBe(200)
    expect((await binh.fetch(addressOf(viewUpload, { id: pictureId }))).status).toBe(404)
    const reviewer = await house.operator('reviewer')
    expect((await reviewer.fetch(addressOf(viewUploadAsOperator, { id: pictureId }))).status).toBe(404)
  })
})

describe('read marks', () => {
  test('the badge counts what is unread, and reading moves the mark forward only', async () => {
    const an = await house.player()
    await send(an, { text: 'hello' })
    for (const text of ['one', 'two', 'three']) await answer(an, text)
    expect((await an.call(me, {})).unread).toBe(3)
    expect(await an.call(readMessages, { upTo: 3 })).toEqual({ unread: 1 })
    expect(await an.call(readMessages, { upTo: 2 })).toEqual({ unread: 1 })
    expect((await an.call(me, {})).unread).toBe(1)
    expect(await an.call(readMessages, { upTo: 2_147_483_647 })).toEqual({ unread: 0 })
    const { conversation } = await an.call(myConversation, {})
    expect(conversation).toMatchObject({ readByMe: 4, readByDesk: 4, newest: 4 })
    expect(await house.visitor().call(readMessages, { upTo: 1 })).toEqual({ unread: 0 })
    expect(await house.visitor().call(sayTyping, {})).toEqual({})
  })
})

describe('office hours and the queue', () => {
  test('the place counts earlier conversations; a claimed conversation does not wait', async () => {
    const other = await openHouse()
    await changeSettings(other, { support_opens: '01:00', support_closes: '05:00' })
    const [an, binh] = [await other.player(), await other.player()]
    await send(an, { text: 'first' })
    other.clock.forward(1_000)
    await send(binh, { text: 'second' })
    const desk = async (who: Player) => (await who.call(myConversation, {})).desk
    expect(await desk(binh)).toMatchObject({ isOpen: true, isStaffed: false, place: 2 })
    const agent = await other.operator('support')
    expect(await desk(an)).toMatchObject({ isStaffed: true, place: 1 })
    await agent.call(answerConversation, { id: await conversationIdOf(other, an), text: 'Yes?' }, randomUUID())
    expect(await desk(an)).toMatchObject({ place: null })
    expect(await desk(binh)).toMatchObject({ place: 1 })
    // Noon of the test's world is 04:00 UTC; the office closes at 05:00 and opens at 01:00.
    const opensAt = other.clock.nowMs() - (other.clock.nowMs() % 86_400_000) + 25 * 3_600_000
    other.clock.forward(2 * 3_600_000)
    await binh.signIn(binh.account, binh.password)
    expect(await desk(binh)).toEqual({ isOpen: false, changesAt: opensAt, isStaffed: false, place: 1 })
    await other.close()
  })
})

describe('quick answers', () => {
  test.each(locales)('there is one for every topic in %s, in that language', async (language) => {
    const { items } = await house.visitor(language).call(quickAnswers, {})
    expect(items.map(({ topic }) => topic)).toEqual(serviceTopics)
    const english = (await house.visitor('en').call(quickAnswers, {})).items
    for (const [at, each] of items.entries()) {
      expect(each.question && each.answer).toBeTruthy()
      if (language !== 'en') expect(each.answer).not.toBe(english[at]!.answer)
    }
  })
})

describe('a complaint', () => {
  test('has a number and a deadline at once; only one is open at a time; the exported conversation shows it', async () => {
    const an = await house.player()
    await send(an, { text: 'My bet\nwas not paid', topic: 'complaint' })
    await send(an, { text: 'I insist', topic: 'complaint' })
    const { conversation } = await an.call(myConversation, {})
    expect(conversation!.cases).toHaveLength(1)
    const [complaint] = conversation!.cases
    expect(complaint).toMatchObject({ resolvedAt: null, openedAt: house.clock.nowMs() })
    expect(complaint!.dueAt - complaint!.openedAt).toBe(14 * 24 * 3_600_000)
    await answer(an, 'We look into it')
    const { name, text } = await an.call(exportConversation, {})
    const at = new Date(house.clock.nowMs()).toISOString().slice(0, 19).replace('T', ' ')
    expect(name).toMatch(/^clearball-conversation-\d{4}-\d\d-\d\d\.txt$/)
    expect(text.replace('\uFEFF', '').split('\r\n')).toEqual([
      'Conversation with Clearball customer service',
      `[${at} UTC] You: My bet`,
      '    was not paid',
      `[${at} UTC] Complaint opened: case ${complaint!.number}`,
      `[${at} UTC] You: I insist`,
      `[${at} UTC] Customer service: We look into it`,
      '',
    ])
    const everything = await an.call(exportMe, {})
    expect(JSON.stringify(everything.conversation)).toContain('I insist')
  })
})

describe('a message', () => {
  test('can be neither changed nor deleted, by the app or the owner of the database', async () => {
    await send(await house.player(), { text: 'it stays', topic: 'complaint' })
    for (const role of ['clearball_server', 'clearball_owner'] as const) {
      const client = new Client({ connectionString: house.databaseUrl(role) })
      await client.connect()
      if (role === 'clearball_server') await client.query('set role clearball_app')
      await expect(client.query(`update message set text = 'another'`)).rejects.toThrow()
      await expect(client.query('delete from message')).rejects.toThrow()
      await client.end()
    }
  })
})

test.each(locales)('the randomness of a house’s own beacon is not called public, in %s', async (language) => {
  const { items } = await house.visitor(language).call(quickAnswers, {})
  const said = items.find(({ topic }) => topic === 'game')!.answer
  expect(said).toBe(serviceTexts[language].house_beacon)
  expect(said).not.toBe(serviceTexts[language].answer.game.answer)
})
