import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { consoleApi } from '#contract/api'
import { addressOf } from '#contract/client'
import { listActions } from '#contract/console/desk'
import { giveCard } from '#contract/console/receiving'
import { dismissOperator, listOperators } from '#contract/console/operators'
import type { Endpoint } from '#contract/endpoint'
import { operatorMe } from '#contract/ops'
import { listMessages, myConversation, quickAnswers, sayTyping, sendMessage } from '#contract/service/chat'
import {
  answerConversation,
  assignConversation,
  claimConversation,
  closeConversation,
  listQuickAnswers,
  openCase,
  queueConversations,
  readAtDesk,
  resolveCase,
  setQuickAnswer,
  typeAtDesk,
  viewConversation,
  viewServicePicture,
} from '#contract/service/desk'
import { uploadPicture } from '#contract/uploads'
import { conversationLeaseMs } from '#core/service/conversation'
import { tronAddress } from '../../testing/money.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import type { Player, Visitor } from '../../testing/person.ts'
import { photo } from '../../testing/pictures.ts'
import { conversationIdOf, publishAndGiveCard } from '../../testing/service/conversations.ts'

let house: House
let support: Visitor
let colleague: Visitor
let an: Player
let id: string
beforeAll(async () => {
  house = await openHouse()
  support = await house.operator('support')
  colleague = await house.colleague('support')
})
afterAll(() => house.close())
beforeEach(async () => {
  house.clock.forward(1_000)
  an = await house.player()
  await an.call(sendMessage, { text: 'help', topic: 'top_up' }, randomUUID())
  id = await conversationIdOf(house, an)
})

const answer = (by: Visitor, text = 'Good morning') => by.call(answerConversation, { id, text }, randomUUID())
const refusal = (code: string) => expect.objectContaining({ code }) as Error

describe('the queue', () => {
  test('is oldest first, with ages; an answer removes a conversation, a new message puts it at the end', async () => {
    const before = house.clock.nowMs()
    house.clock.forward(5_000)
    const later = await house.player()
    await later.call(sendMessage, { text: 'me too' }, randomUUID())
    const waiting = async () =>
      (await support.call(queueConversations, {})).items
        .filter(({ account }) => account === an.account || account === later.account)
        .map(({ account, since }) => [account, since])
    expect(await waiting()).toEqual([
      [an.account, before],
      [later.account, before + 5_000],
    ])
    house.clock.forward(5_000)
    // Further messages do not cost a waiting player their place.
    await an.call(sendMessage, { text: 'still here' }, randomUUID())
    expect((await waiting())[0]).toEqual([an.account, before])
    await answer(support)
    expect(await waiting()).toEqual([[later.account, before + 5_000]])
    const open = (await support.call(queueConversations, { state: 'open' })).items
    expect(open.find((each) => each.id === id)).toMatchObject({ assignedTo: 'support', topic: 'top_up' })
    await an.call(sendMessage, { text: 'one more thing' }, randomUUID())
    expect(await waiting()).toEqual([
      [later.account, before + 5_000],
      [an.account, before + 10_000],
    ])
  })

  test('is read page by page', async () => {
    const atMs = house.clock.nowMs()
    const ended = Array.from({ length: 52 }, (_, at) => ({
      id: randomUUID(),
      visitor_hash: randomBytes(32),
      language: 'en',
      topic: 'other',
      state: 'closed',
      since: new Date(atMs - (at % 20)),
      created_at: new Date(atMs),
    }))
    await house.app.db.query.insertInto('conversation').values(ended).execute()
    const first = await support.call(queueConversations, { state: 'closed' })
    const second = await support.call(queueConversations, { state: 'closed', after: first.next! })
    const times = [...first.items, ...second.items].map(({ since }) => since)
    expect(first.items).toHaveLength(50)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(new Set([...first.items, ...second.items].map((each) => each.id)).size).toBe(times.length)
  })
})

describe('a claim', () => {
  test('goes to one of twenty operators at once, and only that operator can answer', async () => {
    const crowd = await Promise.all(Array.from({ length: 20 }, () => house.colleague('support')))
    const claims = await Promise.allSettled(crowd.map((each) => each.call(claimConversation, { id })))
    expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const each of claims) {
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'conversation_taken' })
    }
    const answers = await Promise.allSettled(crowd.map((each) => answer(each)))
    expect(answers.map(({ status }) => status)).toEqual(claims.map(({ status }) => status))
    expect((await an.call(listMessages, {})).items).toHaveLength(2)
  })

  test('expires after ten minutes, is renewed by each answer, and can be handed over', async () => {
    await support.call(claimConversation, { id })
    await expect(answer(colleague)).rejects.toEqual(refusal('conversation_taken'))
    house.clock.forward(conversationLeaseMs - 1)
    await answer(support)
    house.clock.forward(conversationLeaseMs - 1)
    for (const call of [claimConversation, closeConversation, openCase] as const) {
      await expect(colleague.call(call, { id })).rejects.toEqual(refusal('conversation_taken'))
    }
    house.clock.forward(1)
    await answer(colleague)
    await expect(answer(support)).rejects.toEqual(refusal('conversation_taken'))
    expect(await colleague.call(assignConversation, { id, account: 'support' })).toEqual({ assignedTo: 'support' })
    await expect(answer(colleague)).rejects.toEqual(refusal('conversation_taken'))
    await answer(support)
    for (const account of ['finance', 'nobody', an.account]) {
      await expect(support.call(assignConversation, { id, account })).rejects.toEqual(refusal('operator_unknown'))
    }
    await support.call(assignConversation, { id, account: null })
    await answer(colleague)
  })

  test('of a dismissed operator is released at once, and no other can be handed to them', async () => {
    const leaving = await house.colleague('support')
    const { account } = await leaving.call(operatorMe, {})
    await leaving.call(claimConversation, { id })
    await expect(answer(support)).rejects.toEqual(refusal('conversation_taken'))
    const admin = await house.operator('admin')
    const { items } = await admin.call(listOperators, {})
    const { id: operatorId } = items.find((each) => each.account === account)!
    await admin.call(dismissOperator, { id: operatorId, reason: 'they found other work' })
    await answer(support)
    await expect(support.call(assignConversation, { id, account })).rejects.toEqual(refusal('operator_unknown'))
  })
})

describe('an answer', () => {
  test('is sent once per idempotency key and reaches the player with the operator’s read mark', async () => {
    const key = randomUUID()
    const send = () => support.call(answerConversation, { id, text: 'Hello' }, key)
    expect(new Set((await Promise.all([send(), send(), send()])).map(({ number }) => number))).toEqual(new Set([2]))
    await expect(support.call(answerConversation, { id, text: 'Other' }, key)).rejects.toEqual(
      refusal('repeat_submission'),
    )
    expect((await an.call(myConversation, {})).conversation).toMatchObject({ readByDesk: 2, unread: 1, state: 'open' })
  })

  test('cannot name a card or an address: places to pay to are given, never written (J6)', async () => {
    for (const text of [
      'Pay to 4111 1111 1111 1111',
      `send it to ${tronAddress()}`,
      '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1',
    ]) {
      await expect(answer(support, text)).rejects.toEqual(refusal('destination_in_text'))
      await expect(support.call(resolveCase, { id, text })).rejects.toEqual(refusal('destination_in_text'))
    }
    expect((await an.call(listMessages, {})).items).toHaveLength(1)
  })

  test('every call refuses an unknown conversation', async () => {
    const given = { id: randomUUID(), text: 'x', upTo: 1, account: null }
    const pick = (call: Endpoint, ...names: (keyof typeof given)[]) => [call, names] as const
    for (const [call, names] of [
      pick(viewConversation, 'id'),
      pick(claimConversation, 'id'),
      pick(assignConversation, 'id', 'account'),
      pick(answerConversation, 'id', 'text'),
      pick(closeConversation, 'id'),
      pick(openCase, 'id'),
      pick(resolveCase, 'id', 'text'),
      pick(readAtDesk, 'id', 'upTo'),
      pick(typeAtDesk, 'id'),
    ]) {
      const form = Object.fromEntries(names.map((name) => [name, given[name]]))
      await expect(
        support.call(call as typeof closeConversation, form as { id: string }, randomUUID()),
      ).rejects.toEqual(refusal('conversation_unknown'))
    }
  })
})

describe('a card', () => {
  test('given by support is shown in the conversation with its validity, and in full only while it is valid (J6)', async () => {
    const card = await publishAndGiveCard(house, an, 1)
    const shown = async () => (await an.call(listMessages, {})).items.find((each) => each.card)?.card
    expect(await shown()).toEqual({
      isValid: true,
      validUntil: card.validUntil,
      bankName: card.bankName,
      bankAddress: card.bankAddress,
      cardNumber: card.cardNumber,
      routing: card.routing,
      cardholder: card.cardholder,
    })
    expect((await an.call(myConversation, {})).conversation).toMatchObject({ state: 'open', unread: 1 })
    house.clock.to(card.validUntil)
    expect(await shown()).toMatchObject({ isValid: false, cardNumber: card.cardNumber.slice(-4), routing: null })
    support = await house.operator('support')
    colleague = await house.colleague('support')
    await expect(support.call(giveCard, { id: card.id, playerId: an.id }, randomUUID())).rejects.toEqual(
      refusal('receiving_unknown'),
    )
  })

  test('has no other source: the database shows only given cards, and only cards published by finance can be given', async () => {
    const insert = (givenId: string) =>
      house.app.db.query
        .insertInto('message')
        .values({
          id: randomUUID(),
          conversation_id: id,
          number: 99,
          author: 'operator',
          operator_id: house.app.db.query.selectFrom('operator').select('id').where('account', '=', 'support'),
          given_id: BigInt(givenId),
          at: new Date(house.clock.nowMs()),
        })
        .execute()
    await expect(insert('999999')).rejects.toThrow('message_given_id_fkey')
  })
})

describe('a complaint', () => {
  test('is opened once, shows its deadline at the desk, is resolved with a text, and then the conversation can end', async () => {
    const opened = await support.call(openCase, { id })
    expect(opened.number).toMatch(/^C-\d{6}$/)
    await expect(support.call(openCase, { id })).rejects.toEqual(refusal('case_open'))
    await expect(support.call(closeConversation, { id })).rejects.toEqual(refusal('case_open'))
    const { items } = await support.call(queueConversations, {})
    expect(items.find((each) => each.id === id)!.openCase).toEqual(opened)
    house.clock.forward(60_000)
    const resolved = await support.call(resolveCase, { id, text: 'You were right; it is paid' })
    expect(resolved).toEqual({ ...opened, resolvedAt: house.clock.nowMs() })
    await expect(support.call(resolveCase, { id, text: 'again' })).rejects.toEqual(refusal('case_unknown'))
    await support.call(closeConversation, { id })
    await support.call(closeConversation, { id })
    const said = (await an.call(listMessages, {})).items.map(({ text, notice }) => text ?? notice)
    expect(said).toEqual(['closed', 'case_resolved', 'You were right; it is paid', 'case_opened', 'help'])
    const { conversation } = await an.call(myConversation, {})
    expect(conversation).toMatchObject({ state: 'closed', cases: [resolved] })
    await an.call(sendMessage, { text: 'thank you' }, randomUUID())
    expect((await an.call(myConversation, {})).conversation!.state).toBe('waiting')
  })
})

describe('viewing', () => {
  test('K5: a conversation or its picture is logged as access to that player’s data; the list shows no message texts', async () => {
    const file = new Blob([new Uint8Array(await photo())], { type: 'image/jpeg' })
    const picture = await an.call(uploadPicture, { purpose: 'chat', file }, randomUUID())
    await an.call(sendMessage, { pictureId: picture.id }, randomUUID())
    const auditor = await house.operator('auditor')
    const { conversation, messages } = await auditor.call(viewConversation, { id })
    expect(conversation).toMatchObject({ playerId: an.id, account: an.account, newest: 2, topic: 'top_up' })
    expect(messages.items.map(({ text, by }) => [text, by])).toEqual([
      [null, null],
      ['help', null],
    ])
    expect((await support.fetch(addressOf(viewServicePicture, { id: picture.id }))).status).toBe(200)
    const unattached = await an.call(uploadPicture, { purpose: 'chat', file }, randomUUID())
    const identity = await an.call(uploadPicture, { purpose: 'identity', file }, randomUUID())
    for (const each of [unattached, identity]) {
      expect((await support.fetch(addressOf(viewServicePicture, { id: each.id }))).status).toBe(404)
    }
    const { items } = await auditor.call(listActions, { subject: `player:${an.id}` })
    expect(items.map(({ operator, capability, after }) => [operator, capability, after])).toEqual([
      ['support', 'service.view', { upload: picture.id }],
      ['auditor', 'service.view', { conversation: id }],
    ])
    expect(JSON.stringify(await support.call(queueConversations, {}))).not.toContain('help')
  })

  test('no call of the console takes or shows a password of a player’s (J18)', () => {
    const password = /"(login|payment|new)?_?password(Hash)?":/i
    expect(JSON.stringify(consoleApi['ops.sign-in'].input)).toMatch(password)
    const own = /^(ops\.sign-in|ops\.confirm$|ops\.change-password$|ops\.second-factor|ops\.factors\.|operators\.join$)/
    const others = Object.entries<Endpoint>(consoleApi).filter(([name]) => !own.test(name))
    for (const [name, call] of others) {
      const fields = JSON.stringify([call.input, call.output === 'picture' ? null : call.output])
      expect(fields, name).not.toMatch(password)
    }
  })
})

describe('live', () => {
  /** The events on a stream, until the pattern appears. */
  async function heard(who: Visitor, pattern: RegExp, act: () => Promise<unknown>) {
    const stop = new AbortController()
    const response = await who.fetch('/api/v1/events', { signal: stop.signal })
    expect(response.status).toBe(200)
    let text = ''
    void (async () => {
      const decoder = new TextDecoder()
      for await (const chunk of response.body!) text += decoder.decode(chunk, { stream: true })
    })().catch(() => {})
    await act()
    const startedMs = performance.now()
    while (!pattern.test(text) && performance.now() - startedMs < 5_000) await sleep(5)
    stop.abort()
    return text
  }

  test('both sides are notified of a message, without its content', async () => {
    const changed = new RegExp(`event: service.changed\\ndata: .*${id}`)
    expect(await heard(an, changed, () => answer(support, 'a private word'))).toMatch(changed)
    const atDesk = await heard(support, changed, () => an.call(sendMessage, { text: 'a private word' }, randomUUID()))
    expect(atDesk).toMatch(changed)
    expect(atDesk).not.toContain('private')
    expect(await heard(an, changed, () => support.call(readAtDesk, { id, upTo: 3 }))).toMatch(changed)
    expect(await support.call(readAtDesk, { id, upTo: 1 })).toEqual({})
  })

  test('typing is announced and stored nowhere', async () => {
    const typing = new RegExp(`event: service.typing\\ndata: .*${id}`)
    expect(await heard(an, typing, () => support.call(typeAtDesk, { id }))).toMatch(typing)
    expect(await heard(support, typing, () => an.call(sayTyping, {}))).toMatch(typing)
    const kept = await house.app.db.query
      .selectFrom('event')
      .select('id')
      .where('kind', '=', 'service.typing')
      .execute()
    expect(kept).toEqual([])
  })

  test('the console’s stream is only for operators with a second factor', async () => {
    const stranger = await fetch(`${house.consoleUrl}/api/v1/events`)
    expect(stranger.status).toBe(401)
    const cookie = `clearball-console=${an.cookies.get('clearball')!}`
    expect((await fetch(`${house.consoleUrl}/api/v1/events`, { headers: { cookie } })).status).toBe(401)
  })
})

describe('quick answers', () => {
  test('are worded by an admin, name no card, and change only in that language', async () => {
    const admin = await house.operator('admin')
    const words = { topic: 'withdrawal', language: 'fr', question: 'Quand ?', answer: 'Bientôt.' } as const
    await admin.call(setQuickAnswer, words)
    const shown = async (language: string) =>
      (await house.visitor(language).call(quickAnswers, {})).items.find(({ topic }) => topic === 'withdrawal')
    expect(await shown('fr')).toEqual({ topic: 'withdrawal', question: 'Quand ?', answer: 'Bientôt.' })
    expect((await shown('en'))!.question).toBe('When does my withdrawal arrive?')
    await expect(admin.call(setQuickAnswer, { ...words, answer: '4111111111111111' })).rejects.toEqual(
      refusal('destination_in_text'),
    )
    const listed = (await support.call(listQuickAnswers, {})).items
    expect(listed).toHaveLength(63)
    expect(listed.filter(({ changedBy }) => changedBy === 'admin')).toMatchObject([words])
  })

  test('can be worded before the day they take effect, and keep their history', async () => {
    const admin = await house.operator('admin')
    const words = { topic: 'game', language: 'ru', question: 'Сейчас?', answer: 'Да.' } as const
    const effectiveAt = house.clock.nowMs() + 60_000
    await admin.call(setQuickAnswer, { ...words, question: 'Потом?', effectiveAt })
    await admin.call(setQuickAnswer, words)
    const shown = async () =>
      (await house.visitor('ru').call(quickAnswers, {})).items.find(({ topic }) => topic === 'game')!.question
    expect(await shown()).toBe('Сейчас?')
    house.clock.to(effectiveAt)
    expect(await shown()).toBe('Потом?')
    const { items } = await support.call(listQuickAnswers, {})
    const own = items.find(({ topic, language }) => topic === 'game' && language === 'ru')!
    expect(own.history.map(({ question, by }) => [question, by])).toEqual([
      ['Потом?', 'admin'],
      ['Сейчас?', 'admin'],
    ])
  })
})
