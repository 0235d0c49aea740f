import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { takeWithdrawal } from '#contract/console/withdrawals'
import { handOverWithdrawal, writeShiftNote } from '#contract/console/work/shifts'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { operatorMe } from '#contract/ops'
import { sendMessage } from '#contract/service/chat'
import { answerConversation } from '#contract/service/desk'
import { money, paymentPassword, withdrawer } from '#server/testing/money'
import { conversationIdOf } from '#server/testing/service/conversations'
import { type House, expect, expectAccessible, picture, test } from '../journey.ts'
import { desktop, enterConsole, forgiveLoggedOut } from './desk.ts'

test.use({ ...desktop, viewport: { width: 1440, height: 900 } })

/** The same page at the width of a tablet; nothing has to be scrolled sideways. */
async function pictureOfBoth(page: Page, name: string): Promise<void> {
  await picture(page, `${name}-1440`)
  await page.setViewportSize({ width: 1024, height: 768 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1024)
  await picture(page, `${name}-1024`)
  await page.setViewportSize({ width: 1440, height: 900 })
}

async function askedFor(house: House, amounts: readonly string[]) {
  const an = await withdrawer(house, '9000.00')
  const ids: string[] = []
  for (const amount of amounts) {
    const form = { walletId: an.walletId, amount: money(amount), paymentPassword }
    ids.push((await an.call(requestWithdrawal, form, randomUUID())).id)
    house.clock.forward(60_000)
  }
  return { an, ids }
}

const cells = (page: Page, column: number) => page.locator(`tbody tr td:nth-child(${column})`)

test('finance filters withdrawals, sorts them, saves the view and the file; the link shows a colleague the same', async ({
  page,
  house,
  browser,
  complaints,
}) => {
  const { an } = await askedFor(house, ['100.00', '300.00', '200.00'])
  await enterConsole(page, house, { role: 'finance', path: '/withdrawals' })
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await expect(page.getByText('Rows: 3 · Amount: $600.00')).toBeVisible()
  await expect(page.getByRole('link', { name: an.account })).toHaveCount(3)
  await expectAccessible(page)
  await pictureOfBoth(page, 'console-list-withdrawals')

  await page.getByLabel('Amount from').fill('150')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Rows: 2 · Amount: $500.00')).toBeVisible()
  await page.getByRole('button', { name: 'Amount' }).click()
  await expect(cells(page, 3)).toHaveText(['$300.00', '$200.00'])
  await page.getByRole('button', { name: 'Amount' }).click()
  await expect(cells(page, 3)).toHaveText(['$200.00', '$300.00'])
  await page.locator('summary', { hasText: 'Columns' }).click()
  await page.getByLabel('Fee').check()
  await expect(page.getByRole('columnheader', { name: 'Fee' })).toBeVisible()
  await expect(page).toHaveURL(/amountFrom=150\.00&sort=amount&order=asc&columns=createdAt%2Caccount%2Camount%2Cfee/)

  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Large first')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Large first' })).toHaveAttribute('aria-current', 'true')
  await pictureOfBoth(page, 'console-list-view')

  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ])
  const lines = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n')
  expect(lines.map((line) => line.split(',')[2])).toEqual(['"amount"', '"200.00"', '"300.00"'])

  const address = page.url()
  house.clock.forward(60_000)
  const second = await (await browser.newContext({ ...desktop })).newPage()
  const { cookies } = await house.colleague('finance')
  await second.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: house.consoleUrl })))
  await second.goto(address)
  await expect(cells(second, 3)).toHaveText(['$200.00', '$300.00'])
  await expect(second.getByRole('link', { name: 'Large first' })).toBeVisible()
  await expect(second.getByRole('button', { name: 'Delete view' })).toHaveCount(0)
  await second.context().close()
  await page.getByRole('button', { name: 'Delete view' }).click()
  await expect(page.getByRole('link', { name: 'Large first' })).toHaveCount(0)
  forgiveLoggedOut(complaints)
})

test('what was handed over and the notes of the last shift are seen first', async ({ page, house, complaints }) => {
  const { ids } = await askedFor(house, ['100.00', '300.00'])
  const [first, finance] = [await house.colleague('finance'), await house.operator('finance')]
  await first.call(takeWithdrawal, { id: ids[1]! })
  const { account } = await finance.call(operatorMe, {})
  await first.call(handOverWithdrawal, { id: ids[1]!, account, note: 'The bank calls back at ten.' })
  await first.call(writeShiftNote, { text: 'The network was slow all night.' }, randomUUID())

  await enterConsole(page, house, { role: 'finance' })
  await expect(page.getByText('The network was slow all night.')).toBeVisible()
  await expect(page.getByText('The bank calls back at ten.')).toBeVisible()
  await expectAccessible(page)
  await pictureOfBoth(page, 'console-shift')
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await expect(page.getByText('No new notes.')).toBeVisible()

  await page.goto(`${house.consoleUrl}/withdrawals?lang=en`)
  const cases = page.getByRole('list', { name: 'Cases' }).getByRole('button')
  await expect(cases.first()).toContainText('$300.00')
  forgiveLoggedOut(complaints)
})

test('a case is looked at from the list without being taken, then taken and handed over', async ({
  page,
  house,
  complaints,
}) => {
  const { an } = await askedFor(house, ['100.00', '300.00'])
  await house.colleague('finance')
  await enterConsole(page, house, { role: 'finance' })
  await page.goto(`${house.consoleUrl}/withdrawals/all?amountUntil=100.00&lang=en`)
  await page.getByRole('link', { name: an.account }).click()
  await expect(page.getByText('Nobody has this case in hand.')).toBeVisible()
  await expect(page.getByText('Take the case to decide it.')).toBeVisible()
  await expectAccessible(page)
  await pictureOfBoth(page, 'console-look')
  await page.getByRole('button', { name: 'Take it' }).click()
  await expect(page.getByRole('button', { name: 'Reject' })).toBeVisible()
  await page.getByRole('button', { name: 'Hand over' }).click()
  await expect(page.getByLabel('Colleague', { exact: true })).toBeVisible()
  await picture(page, 'console-hand-over')
  await page.getByRole('button', { name: 'Cancel' }).click()
  forgiveLoggedOut(complaints)
})

test('support ends answered conversations together, and is told which one waits', async ({
  page,
  house,
  complaints,
}) => {
  const support = await house.operator('support')
  const people = [await house.player(), await house.player(), await house.player()]
  for (const player of people) {
    await player.call(sendMessage, { text: 'Good morning' }, randomUUID())
    const id = await conversationIdOf(house, player)
    await support.call(answerConversation, { id, text: 'Good morning' }, randomUUID())
    house.clock.forward(60_000)
  }
  await enterConsole(page, house, { role: 'support', path: '/service/all' })
  await expect(page.getByText('Rows: 3')).toBeVisible()
  await people[1]!.call(sendMessage, { text: 'One more thing' }, randomUUID())
  await page.getByLabel('Mark all rows of this page').check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'End answered conversations' }).click()
  await expect(page.getByText('Done: 2. Not done: 1.')).toBeVisible()
  await expect(page.getByText(`${people[1]!.account}: Somebody is waiting`)).toBeVisible()
  await pictureOfBoth(page, 'console-bulk')
  await page.getByRole('region', { name: 'Marked rows' }).getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('cell', { name: 'Ended' })).toHaveCount(2)
  // The browser tells of the refusal as well.
  complaints.forgive(/401|409/)
})

test('what a role may not see is neither offered nor shown, also by an address', async ({
  page,
  house,
  complaints,
}) => {
  await house.player({ balance: '50.00' })
  await enterConsole(page, house, { role: 'support', path: '/players/all' })
  await expect(page.getByText('Rows: 1')).toBeVisible()
  await expect(page.getByText('$50.00')).toHaveCount(0)
  await expect(page.getByLabel('Invited by')).toHaveCount(0)
  await page.goto(`${house.consoleUrl}/players/all?columns=account,balance&lang=en`)
  await expect(page.getByRole('alert')).toHaveText('You are not allowed to do this')
  await page.goto(`${house.consoleUrl}/players/all?country=nowhere&lang=en`)
  await expect(page.getByRole('alert')).toBeVisible()
  await page.goto(`${house.consoleUrl}/bets?lang=en`)
  await expect(page.getByText('Rows')).toHaveCount(0)
  await page.context().clearCookies()
  await enterConsole(page, house, { role: 'risk', path: '/players/all' })
  await expect(page.getByText('$50.00')).toBeVisible()
  await pictureOfBoth(page, 'console-list-players')
  complaints.forgive(/401|403/)
})
