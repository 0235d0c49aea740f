import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Locale } from '#contract/locales'
import { listMessages, sendMessage } from '#contract/service/chat'
import {
  answerConversation,
  claimConversation,
  queueConversations,
  readAtDesk,
  typeAtDesk,
  viewConversation,
} from '#contract/service/desk'
import { conversationIdOf, publishAndGiveCard } from '#server/testing/service/conversations'
import { hostileTexts } from '#server/testing/service/hostile-texts'
import type { Player, Visitor } from '#server/testing/person'
import { photo } from '#server/testing/pictures'
import { flawsOf } from '../flaws.ts'
import { type House, enter, expect, expectAccessible, picture, test, wordsOf } from '../journey.ts'

const path = '/kefu/kefu'
const open = (page: Page, house: House, given: { who: Player; locale?: Locale }) =>
  enter(page, given.who, { path, locale: given.locale ?? 'en', url: house.playerUrl })

/** What a browser says when the connection is gone, as it was on purpose. */
const isLostConnection = /ERR_(CONNECTION_RESET|INTERNET_DISCONNECTED|NETWORK_CHANGED|NETWORK_IO_SUSPENDED|FAILED)/

async function write(page: Page, text: string): Promise<void> {
  const { chat } = await wordsOf('en')
  await page.getByLabel(chat!.write!).fill(text)
  await page.getByRole('button', { name: chat!.send!, exact: true }).click()
}

/** The messages as they stand on the page, oldest first. */
const bubbles = (page: Page) => page.locator('main:visible ol p[dir=auto]')

test('a player writes, is answered and sees it at once; typing, read marks and a card are shown', async ({
  page,
  house,
}) => {
  const { chat, wallet } = await wordsOf('en')
  const an = await house.player()
  const support = await house.operator('support')
  await page.clock.setFixedTime(house.clock.nowMs())
  await open(page, house, { who: an })
  await expect(page.getByText(chat!.warning!)).toBeVisible()
  await expect(page.getByText(chat!.emptyTitle!)).toBeVisible()
  await page.getByText('How do I top up with a bank card?').click()
  await expectAccessible(page)
  await picture(page, 'chat-empty')
  await page.getByRole('button', { name: chat!.writeAbout! }).click()
  await write(page, 'Which card is the current one?')
  await expect(bubbles(page)).toHaveText(['Which card is the current one?'])
  await expect(page.getByText(chat!.sent!)).toBeVisible()
  await expect(page.getByText(chat!.place!.replace('{{place}}', '1'))).toBeVisible()

  const [waiting] = (await support.call(queueConversations, {})).items
  expect(waiting).toMatchObject({ account: an.account, topic: 'top_up', language: 'en' })
  const { id } = waiting!
  await support.call(claimConversation, { id })
  await support.call(readAtDesk, { id, upTo: 1 })
  await expect(page.getByText(chat!.read!)).toBeVisible()
  await support.call(typeAtDesk, { id })
  await expect(page.getByText(chat!.typing!)).toBeVisible()
  const tookMs: number[] = []
  for (const text of ['Good morning!', 'Here it comes.', 'Never pay to one from www.evil.example']) {
    await support.call(answerConversation, { id, text }, randomUUID())
    const sentMs = performance.now()
    await expect(bubbles(page).last()).toHaveText(text)
    tookMs.push(performance.now() - sentMs)
  }
  // Whatever else the machine does slows some of them.
  expect(Math.min(...tookMs)).toBeLessThan(1_000)
  await expect(page.getByText(chat!.link!)).toBeVisible()
  await expect(page.locator('main:visible ol a')).toHaveCount(0)

  // The phone's clock is decades ahead, and not asked whether the card is valid.
  await page.evaluate(() => void (Date.now = () => 4e12))
  const card = await publishAndGiveCard(house, an)
  await expect(page.getByRole('heading', { name: chat!.card! })).toBeVisible()
  await expect(page.getByText(card.cardNumber)).toBeVisible()
  await expect(page.getByText(wallet!.cardholder!)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'chat-card')
})

test('a picture is looked at before it is sent, the conversation is saved, and the tab counts what is unread', async ({
  page,
  house,
}) => {
  const { chat, page: frame } = await wordsOf('en')
  const an = await house.player()
  const support = await house.operator('support')
  await an.call(sendMessage, { text: 'Here is my receipt' }, randomUUID())
  const id = await conversationIdOf(house, an)
  await open(page, house, { who: an })
  const file = { name: 'receipt.jpg', mimeType: 'image/jpeg', buffer: await photo() }
  await page.getByLabel(chat!.choosePicture!).setInputFiles(file)
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'chat-preview')
  await page.getByRole('dialog').getByRole('button', { name: chat!.send! }).click()
  const sent = page.getByRole('button', { name: chat!.openPicture! }).getByRole('img')
  await expect(sent).toHaveAttribute('src', /\/api\/v1\/uploads\//)
  await expect.poll(() => sent.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(64)
  await picture(page, 'chat-picture')

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: chat!.save! }).click()
  const text = await readFile(await (await saved).path(), 'utf8')
  expect(text).toContain('You: Here is my receipt')
  expect(text).toContain('You: [picture]')

  // Away from the page, the tab says how much there is to read; back on it, no more.
  await page.goto(`${house.playerUrl}/?lang=en`)
  await support.call(answerConversation, { id, text: 'Is it all right now?' }, randomUUID())
  const tab = page.getByRole('navigation').getByRole('link', { name: frame!.support! })
  await expect(tab).toContainText('1')
  await expectAccessible(page)
  await picture(page, 'chat-badge')
  const read = page.waitForResponse('**/api/v1/service/read')
  await tab.click()
  await expect(bubbles(page).last()).toHaveText('Is it all right now?')
  await expect(bubbles(page).last()).toBeInViewport()
  await read
  await page.goto(`${house.playerUrl}/?lang=en`)
  await expect(tab).not.toContainText('1')
})

test('a message written without a connection, and one whose answer is lost, arrive exactly once', async ({
  page,
  house,
  complaints,
}) => {
  const { chat } = await wordsOf('en')
  const an = await house.player()
  await open(page, house, { who: an })
  await write(page, 'before')
  await expect(page.getByText(chat!.sent!)).toBeVisible()
  await page.context().setOffline(true)
  await write(page, 'in the tunnel')
  await expect(page.getByText(chat!.waiting!)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'chat-offline')
  await page.context().setOffline(false)
  await expect(page.getByText(chat!.sent!)).toBeVisible()

  // The server takes the message; the answer never comes back.
  const keys: (string | undefined)[] = []
  await page.route('**/api/v1/service/messages', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 2) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await write(page, 'the answer is lost')
  await expect.poll(() => keys.length).toBe(3)
  await expect(page.getByText(chat!.sent!)).toBeVisible()
  expect(new Set(keys).size).toBe(1)
  await expect(bubbles(page)).toHaveText(['before', 'in the tunnel', 'the answer is lost'])
  const { items } = await an.call(listMessages, {})
  expect(items.map(({ text }) => text)).toEqual(['the answer is lost', 'in the tunnel', 'before'])
  complaints.forgive(isLostConnection)
})

test('a visitor who cannot log in writes, gets a case number for a complaint, and is answered', async ({
  page,
  house,
}) => {
  const { chat } = await wordsOf('en')
  const support = await house.operator('support')
  await page.goto(`${house.playerUrl}${path}?lang=en`)
  await page.getByText('How do I make a complaint?').click()
  await page.getByRole('button', { name: chat!.writeAbout! }).click()
  await expect(page.getByText(`${chat!.topicComplaint} · ${chat!.complaintHint}`)).toBeVisible()
  await expect(page.getByLabel(chat!.choosePicture!)).toHaveCount(0)
  await write(page, 'I cannot log in for a week')
  await expect(page.getByText(/Complaint received: case C-\d{6}/)).toBeVisible()
  await expect(page.getByText(/Case C-\d{6}: answered by/)).toBeVisible()
  const [waiting] = (await support.call(queueConversations, {})).items
  expect(waiting).toMatchObject({ playerId: null, account: null, topic: 'complaint' })
  await support.call(answerConversation, { id: waiting!.id, text: 'We are sorry' }, randomUUID())
  await expect(bubbles(page).last()).toHaveText('We are sorry')
  await write(page, 'Thank you')
  await expect(bubbles(page)).toHaveCount(3)
  await expectAccessible(page)
  await picture(page, 'chat-visitor')
})

test('two hundred hostile texts are shown as they were written; nothing runs and the policy has nothing to report', async ({
  page,
  house,
}) => {
  const an = await house.player()
  const support = await house.operator('support')
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen, alert: () => seen.push('alert ran') })
    document.addEventListener('securitypolicyviolation', (event) => seen.push(event.violatedDirective))
  })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await an.call(sendMessage, { text: hostileTexts[0]! }, randomUUID())
  const id = await conversationIdOf(house, an)
  for (const text of hostileTexts) await support.call(answerConversation, { id, text }, randomUUID())
  await open(page, house, { who: an })
  await expect(bubbles(page)).toHaveCount(50)
  const { chat } = await wordsOf('en')
  const earlier = page.getByRole('button', { name: chat!.earlier! })
  for (const count of [100, 150, 200, 201]) {
    await earlier.click()
    await expect(bubbles(page)).toHaveCount(count)
  }
  await expect(earlier).toHaveCount(0)
  const shown = await bubbles(page).evaluateAll((all) => all.map(({ textContent }) => textContent))
  expect(shown).toEqual([hostileTexts[0], ...hostileTexts])
  expect(
    await page.locator('main:visible ol :is(script, iframe, object, embed, form, a, link, meta, base)').count(),
  ).toBe(0)
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([])
  expect(asked.filter((url) => !url.startsWith(house.playerUrl))).toEqual([])
})

test('long talk fits a narrow screen in every language’s own words', async ({ page, house }) => {
  const an = await house.player()
  const support = await house.operator('support')
  await an.call(sendMessage, { text: `W${'o'.repeat(200)}w\n\nsecond line`, topic: 'complaint' }, randomUUID())
  const id = await conversationIdOf(house, an)
  await answered(support, id)
  await page.setViewportSize({ width: 360, height: 740 })
  for (const locale of ['vi', 'en', 'th', 'ru', 'fr', 'ja'] as const) {
    await open(page, house, { who: an, locale })
    await expect(bubbles(page)).toHaveCount(2)
    expect(await flawsOf(page, await wordsOf(locale)), locale).toEqual([])
    await picture(page, `chat-${locale}`)
  }
  await expect.poll(async () => (await support.call(viewConversation, { id })).conversation.readByOwner).toBe(3)
})

const answered = (support: Visitor, id: string) =>
  support.call(answerConversation, { id, text: 'We look into it and write to you here.' }, randomUUID())
