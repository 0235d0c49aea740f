import { randomUUID } from 'node:crypto'
import { proposeSetting } from '#contract/console/settings'
import { addWallet } from '#contract/money/wallets'
import { sendMessage } from '#contract/service/chat'
import { digitalForm, tronAddress, withdrawer } from '#server/testing/money'
import { expect, expectAccessible, picture, test } from '../journey.ts'
import { consoleWords, desktop, enterConsole, forgiveLoggedOut } from './desk.ts'

test.use(desktop)

test('support walks through conversations, answers one and opens the next, without a mouse', async ({
  page,
  house,
  complaints,
}) => {
  const players = [await house.player(), await house.player(), await house.player()]
  for (const player of players) {
    await player.call(sendMessage, { text: `From ${player.account}`, topic: 'withdrawal' }, randomUUID())
    house.clock.forward(1_000)
  }
  const [first, second, third] = players.map(({ account }) => account)
  await enterConsole(page, house, { role: 'support', path: '/service' })
  const queue = page.getByRole('list', { name: 'Service desk' })
  const marked = queue.locator('[data-marked]')
  await expect(queue.getByRole('button')).toHaveCount(3)
  const walk = [
    ['j', first],
    ['j', second],
    ['j', third],
    ['j', third],
    ['k', second],
  ] as const
  for (const [key, account] of walk) {
    await page.keyboard.press(key)
    await expect(marked).toContainText(account!)
  }
  await page.keyboard.press('Enter')
  await expect(page.getByText(`From ${second}`)).toBeVisible()
  await picture(page, 'console-conversation-keys')
  await page.keyboard.press('Enter')
  const answer = page.getByLabel('Answer', { exact: true })
  await expect(answer).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await page.keyboard.type('jk, paid this morning')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'jk, paid this morning' })).toBeVisible()
  await expect(queue.getByRole('button')).toHaveCount(2)
  await expect(answer).toHaveValue('')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`From ${first}`)).toBeVisible()
  forgiveLoggedOut(complaints)
})

test('J and K walk through the rows of a list, and Enter opens the row', async ({ page, house, complaints }) => {
  const [an, binh] = [await house.player(), await house.player()]
  await enterConsole(page, house, { role: 'risk', path: '/players/all' })
  const row = (account: string) => page.getByRole('link', { name: account, exact: true })
  await expect(row(an.account)).toBeVisible()
  await page.keyboard.press('j')
  await expect(row(binh.account)).toBeFocused()
  await page.keyboard.press('j')
  await expect(row(an.account)).toBeFocused()
  await page.keyboard.press('k')
  await expect(row(binh.account)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: binh.account, level: 1 })).toBeVisible()
  forgiveLoggedOut(complaints)
})

test('an administrator reaches a proposal by J and approves it by Enter twice', async ({ page, house, complaints }) => {
  const finance = await house.operator('finance')
  const reason = 'Networks charge more since May.'
  await finance.call(proposeSetting, { name: 'withdrawals_per_day', value: '1', reason })
  await enterConsole(page, house, { role: 'admin', path: '/proposals' })
  await expect(page.getByText('3 times', { exact: true })).toBeVisible()
  await expect(page.getByText('1 time', { exact: true })).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByRole('button', { name: 'Approve' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Put into effect')).toBeVisible()
  forgiveLoggedOut(complaints)
})

test('risk finds who uses a wallet by its address and sees where the money goes', async ({
  page,
  house,
  complaints,
}) => {
  const an = await withdrawer(house, '10.00')
  const address = tronAddress()
  await an.call(addWallet, digitalForm(address), randomUUID())
  await enterConsole(page, house, { role: 'risk' })
  await page.keyboard.press('/')
  await page.keyboard.type(address)
  const found = page.getByRole('region', { name: 'What was found' }).getByRole('link')
  await expect(found).toContainText(an.account)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Parts of the file' }).getByRole('link', { name: 'Wallets' }).click()
  await expect(page.getByText(address)).toBeVisible()
  await expectAccessible(page)
  forgiveLoggedOut(complaints)
})

test('? lists the keys in the language of the console', async ({ page, house, complaints }) => {
  await enterConsole(page, house, { role: 'auditor', locale: 'vi' })
  // The frame is there, and listens, before the page in it.
  await expect(page.locator('h1')).toBeVisible()
  await page.keyboard.press('?')
  const says = await consoleWords('vi')
  for (const [name, text] of Object.entries(says))
    if (name.startsWith('keys.') && name !== 'keys.title') await expect(page.getByText(text)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'console-keys')
  forgiveLoggedOut(complaints)
})
