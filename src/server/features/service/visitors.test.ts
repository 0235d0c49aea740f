import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMessages, myConversation, sendMessage } from '#contract/service/chat'
import { answerConversation, queueConversations, viewConversation } from '#contract/service/desk'
import { type House, openHouse } from '../../testing/open-house.ts'
import type { Visitor } from '../../testing/person.ts'

let house: House
let support: Visitor
beforeAll(async () => {
  house = await openHouse({ rateLimitFactor: 1, trustedProxies: ['127.0.0.1'] })
  support = await house.operator('support')
})
afterAll(() => house.close())

const write = async (visitor: Visitor, text: string, key: string = randomUUID()) => {
  const captcha = await visitor.captcha('service')
  return visitor.call(sendMessage, { text, captcha }, key)
}

test('a visitor writes after a captcha, gets an answer, and is recognised only by the browser’s token', async () => {
  const visitor = house.visitorAt('198.51.100.1')
  expect((await visitor.call(myConversation, {})).conversation).toBe(null)
  const token = visitor.cookies.get('clearball-visitor')
  expect(token).toMatch(/^[\w-]{43}$/)
  await expect(visitor.call(sendMessage, { text: 'hello' }, randomUUID())).rejects.toMatchObject({
    code: 'captcha_required',
  })
  const wrong = await visitor.captcha('register')
  await expect(visitor.call(sendMessage, { text: 'hello', captcha: wrong }, randomUUID())).rejects.toMatchObject({
    code: 'captcha_invalid',
  })
  const [captcha, key] = [await visitor.captcha('service'), randomUUID()]
  await visitor.call(sendMessage, { text: 'hello', captcha }, key)
  await visitor.call(sendMessage, { text: 'hello', captcha }, key)
  expect(visitor.cookies.get('clearball-visitor')).toBe(token)
  await visitor.call(sendMessage, { text: 'are you there?' }, randomUUID())
  const { items } = await support.call(queueConversations, {})
  const mine = items.find(({ account }) => account === null)!
  expect(mine).toMatchObject({ playerId: null, state: 'waiting', language: 'en' })
  await support.call(answerConversation, { id: mine.id, text: 'Yes' }, randomUUID())
  const texts = async (who: Visitor) => (await who.call(listMessages, {})).items.map(({ text }) => text)
  expect(await texts(visitor)).toEqual(['Yes', 'are you there?', 'hello'])
  expect(await texts(house.visitorAt('198.51.100.1'))).toEqual([])
  const stored = await house.app.db.query.selectFrom('conversation').select('visitor_hash').execute()
  expect(JSON.stringify(stored)).not.toContain(token)
  const { conversation } = await support.call(viewConversation, { id: mine.id })
  expect(conversation.account).toBe(null)
})

test('a token that the server did not issue is ignored', async () => {
  const [one, other] = [house.visitorAt('198.51.100.2'), house.visitorAt('198.51.100.3')]
  for (const each of [one, other]) each.cookies.set('clearball-visitor', 'mine')
  await write(one, 'a secret')
  expect((await other.call(listMessages, {})).items).toEqual([])
})

test('a visitor cannot send pictures, and a player’s messages are not shown after logging out', async () => {
  const visitor = house.visitorAt('198.51.100.4')
  const captcha = await visitor.captcha('service')
  await expect(visitor.call(sendMessage, { pictureId: randomUUID(), captcha }, randomUUID())).rejects.toMatchObject({
    code: 'picture_unknown',
  })
  const an = await house.visitorAt('198.51.100.5').join('an_at_home')
  await an.call(sendMessage, { text: 'as a player' }, randomUUID())
  await an.signOut()
  expect((await an.call(listMessages, {})).items).toEqual([])
})

test('many messages from one address need a captcha each, then have to wait; other addresses do not', async () => {
  const crowd = Array.from({ length: 3 }, () => house.visitorAt('198.51.100.9'))
  for (const visitor of crowd) await write(visitor, 'first')
  const [known] = crowd as [Visitor]
  await known.call(sendMessage, { text: 'second' }, randomUUID())
  await expect(known.call(sendMessage, { text: 'third' }, randomUUID())).rejects.toMatchObject({
    code: 'captcha_required',
  })
  for (let at = 4; at < 20; at++) await write(known, `message ${at}`)
  await expect(write(known, 'one too many')).rejects.toMatchObject({ code: 'too_many_requests' })
  await write(house.visitorAt('198.51.100.10'), 'from elsewhere')
  house.clock.forward(30_000)
  await write(known, 'later')
})
