import { randomUUID } from 'node:crypto'
import { sendMessage } from '#contract/service/chat'
import { answerConversation } from '#contract/service/desk'
import { conversationIdOf } from '#server/testing/service/conversations'
import { hostileTexts } from '#server/testing/service/hostile-texts'
import { testPassword } from '#server/testing/person'
import { photo } from '#server/testing/pictures'
import { uploadPicture } from '#contract/uploads'
import { desktop, enterConsole, forgiveLoggedOut, logInToConsole, phoneOf } from '../console/desk.ts'
import { expect, expectAccessible, picture, test, wordsOf } from '../journey.ts'

test.use(desktop)

test('support takes who waits, sees a picture, answers, marks and resolves a complaint, and ends it', async ({
  page,
  house,
  browser,
  complaints,
}) => {
  const an = await house.player()
  const file = new Blob([new Uint8Array(await photo())], { type: 'image/jpeg' })
  const { id: pictureId } = await an.call(uploadPicture, { purpose: 'chat', file }, randomUUID())
  for (const text of hostileTexts.slice(0, 18)) await an.call(sendMessage, { text, topic: 'top_up' }, randomUUID())
  await an.call(sendMessage, { pictureId }, randomUUID())
  const { chat } = await wordsOf('en')
  const phone = await phoneOf(browser, house, { who: an, path: '/kefu/kefu' })
  await expect(phone.getByText(chat!.sent!)).toBeVisible()
  await enterConsole(page, house, { role: 'support', path: '/service' })
  await page.getByRole('button', { name: an.account }).click()
  for (const text of hostileTexts.slice(0, 18)) await expect(page.getByText(text, { exact: true })).toHaveCount(1)
  await expect(page.getByRole('img', { name: 'Picture from the player' })).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'console-service')

  await page.getByLabel('Quick answer in the player’s language').selectOption('top_up')
  await expect(page.getByLabel('Answer', { exact: true })).toHaveValue(/current card/)
  await page.getByLabel('Answer', { exact: true }).fill('Pay to 4111 1111 1111 1111')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('alert')).toContainText('Card numbers and addresses cannot be written')
  await page.getByLabel('Answer', { exact: true }).fill('Good morning')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Good morning')).toBeVisible()
  await expect(phone.getByText('Good morning')).toBeVisible()
  await expect(phone.getByText(chat!.read!)).toBeVisible()

  await an.call(sendMessage, { text: 'live from the player' }, randomUUID())
  await expect(page.getByText('live from the player')).toBeVisible()
  await page.getByRole('button', { name: 'Mark as a complaint' }).click()
  await page.getByLabel('Answer to the complaint, told to the player').fill('You were right')
  await page.getByRole('button', { name: 'Resolve' }).click()
  await expect(page.getByText(/Complaint resolved: C-\d{6}/)).toBeVisible()
  await page.getByRole('button', { name: 'End conversation' }).click()
  await expect(page.getByText('Conversation ended')).toBeVisible()
  await expect(phone.locator('main:visible ol li').last()).toContainText(chat!.noticeClosed!)
  await expect(phone.getByText('You were right', { exact: true })).toBeVisible()
  await expect(phone.getByText(/Case C-\d{6} is answered/)).toBeVisible()
  await phone.context().close()
  complaints.forgive(/401|422/)
})

test('a long conversation is read back to its beginning, page by page', async ({ page, house, complaints }) => {
  const an = await house.player()
  await an.call(sendMessage, { text: 'the very first' }, randomUUID())
  const support = await house.operator('support')
  const id = await conversationIdOf(house, an)
  for (let at = 1; at <= 60; at++) await support.call(answerConversation, { id, text: `answer ${at}.` }, randomUUID())
  // A code serves once, and this minute's has served.
  house.clock.forward(60_000)
  await enterConsole(page, house, { role: 'support', path: '/service' })
  await page.getByLabel('State').selectOption('open')
  await page.getByRole('button', { name: an.account }).click()
  await expect(page.getByText('answer 60.')).toBeVisible()
  await expect(page.getByText('the very first')).toHaveCount(0)
  await page.getByRole('button', { name: 'Earlier messages' }).click()
  await expect(page.getByText('the very first')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Earlier messages' })).toHaveCount(0)
  await an.call(sendMessage, { text: 'still live' }, randomUUID())
  await expect(page.getByText('still live')).toBeVisible()
  await expect(page.getByText('the very first')).toHaveCount(1)
  forgiveLoggedOut(complaints)
})

test('a message that came while the desk’s tab was hidden is told as read only once somebody sees it', async ({
  page,
  house,
  browser,
  complaints,
}) => {
  const an = await house.player()
  await an.call(sendMessage, { text: 'hello' }, randomUUID())
  const { chat } = await wordsOf('en')
  const phone = await phoneOf(browser, house, { who: an, path: '/kefu/kefu' })
  await enterConsole(page, house, { role: 'support', path: '/service' })
  await page.getByRole('button', { name: an.account }).click()
  await expect(phone.getByText(chat!.read!)).toBeVisible()
  const turn = (state: 'hidden' | 'visible') =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { value: now, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  const reads: string[] = []
  page.on('request', (request) => void (request.url().endsWith('/read') && reads.push(request.url())))
  await turn('hidden')
  await an.call(sendMessage, { text: 'is anybody there?' }, randomUUID())
  await expect(page.getByText('is anybody there?')).toBeVisible()
  await expect(phone.getByText(chat!.sent!)).toBeVisible()
  expect(reads).toEqual([])
  await expect(phone.getByText(chat!.read!)).toHaveCount(0)
  await turn('visible')
  await expect(phone.getByText(chat!.read!)).toBeVisible()
  await phone.context().close()
  forgiveLoggedOut(complaints)
})

test('a half-written answer is kept while another conversation is looked at, and forgotten with the log-in', async ({
  page,
  house,
  complaints,
}) => {
  const [an, binh] = [await house.player(), await house.player()]
  for (const who of [an, binh]) await who.call(sendMessage, { text: 'hello', topic: 'top_up' }, randomUUID())
  await logInToConsole(page, house, { role: 'support', path: '/service' })
  const answer = page.getByLabel('Answer', { exact: true })
  await page.getByRole('button', { name: an.account }).click()
  await answer.fill('Half of an ans')
  await page.getByRole('button', { name: binh.account }).click()
  await expect(answer).toHaveValue('')
  await page.getByRole('button', { name: an.account }).click()
  await expect(answer).toHaveValue('Half of an ans')
  // A quick answer is added to what was written.
  await page.getByLabel('Quick answer in the player’s language').selectOption('top_up')
  await expect(answer).toHaveValue(/^Half of an ans\n.*current card/)
  await page.getByRole('button', { name: 'Log out' }).click()
  house.clock.forward(30_000)
  await page.getByLabel('Account', { exact: true }).fill('support')
  await page.getByLabel('Password', { exact: true }).fill(testPassword)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByLabel('Authenticator code or recovery code').fill(house.operatorCode())
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('button', { name: an.account }).click()
  await expect(answer).toHaveValue('')
  forgiveLoggedOut(complaints)
})
