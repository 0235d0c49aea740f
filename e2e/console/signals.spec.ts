import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { addWallet } from '#contract/money/wallets'
import { requestWithdrawal } from '#contract/money/withdrawals'
import type { House } from '#server/testing/open-house'
import { digitalForm, money, paymentPassword, tronAddress, withdrawer } from '#server/testing/money'
import { signalAbout } from '#server/testing/signals/cases'
import { evaluateAll } from '#server/testing/signals/findings'
import { expect, expectAccessible, picture, test } from '../journey.ts'
import { desktop, enterConsole, forgiveLoggedOut, fact } from './desk.ts'

test.use({ ...desktop, viewport: { width: 1440, height: 900 } })

/** Four accounts on one wallet, one of which asks for its money. */
async function ring(house: House) {
  const address = tronAddress()
  const players = []
  for (let count = 0; count < 4; count++) players.push(await withdrawer(house, '600.00'))
  for (const each of players) await each.call(addWallet, digitalForm(address), randomUUID())
  const [an] = players
  const form = { walletId: an!.walletId, amount: money('150.00'), paymentPassword }
  await an!.call(requestWithdrawal, form, randomUUID())
  house.clock.forward(2_000)
  await evaluateAll(house.app, null)
  return players
}

const wholePicture = async (page: Page, name: string) => {
  await picture(page, name)
  await page.mouse.wheel(0, 2_000)
  await picture(page, `${name}-below`)
  await page.mouse.wheel(0, -4_000)
}

test('a case is found, taken, looked at and closed by keyboard and mouse; the withdrawal waits until then', async ({
  page,
  house,
  browser,
  complaints,
}) => {
  const players = await ring(house)
  const finance = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
  await enterConsole(finance, house, { role: 'finance', path: '/withdrawals' })
  await finance.getByRole('list', { name: 'Cases' }).getByRole('button').click()
  await expect(finance.getByRole('link', { name: 'Waits for case 1' })).toBeVisible()
  await finance.getByRole('button', { name: 'Take it' }).click()
  await finance.getByLabel('Reference of the payout').fill('TX 1')
  await finance.getByRole('button', { name: 'Pass', exact: true }).click()
  await expect(finance.getByText('This withdrawal waits for case 1.')).toBeVisible()
  await expectAccessible(finance)
  await picture(finance, 'console-withdrawal-held')

  await enterConsole(page, house, { role: 'risk' })
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await expect(page.getByRole('heading', { name: 'Signals', exact: true })).toBeVisible()
  await expect(page.getByText('Withdrawals waiting: 1')).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'console-signals')
  await page.getByRole('link', { name: 'Case 1' }).click()
  await expect(page.getByText('4 accounts have had this').first()).toBeVisible()
  const drawn = page.getByRole('figure', { name: 'Linked accounts as a picture' })
  for (const { account } of players) await expect(drawn.getByRole('link', { name: account })).toBeVisible()
  await drawn.getByRole('link', { name: players[1]!.account }).focus()
  await expect(page.getByRole('region', { name: 'Linked accounts as a list' })).toContainText('the same wallet address')
  await expectAccessible(page)
  await wholePicture(page, 'console-signal-case')

  await page.getByRole('heading', { name: 'Case 1' }).click()
  await page.keyboard.press('Enter')
  await expect(fact(page, 'Owner')).toHaveText('risk')
  await page.getByLabel('What you found or want to say').fill('Four brothers who share one wallet.')
  await page.getByRole('button', { name: 'I have looked at it' }).click()
  await expect(fact(page, 'Looked at')).not.toHaveText('not yet')
  await finance.getByRole('button', { name: 'Pass', exact: true }).click()
  await expect(finance.getByText('Nothing waits.')).toBeVisible()

  await page.getByLabel('What to do').selectOption('close')
  await page.getByLabel('Outcome').selectOption('explained')
  await page.getByLabel('What you found or want to say').fill('They sent their papers.')
  await page.getByRole('button', { name: 'Close the case' }).click()
  await expect(fact(page, 'Outcome')).toHaveText('Explained')
  await expectAccessible(page)
  await picture(page, 'console-signal-case-closed')
  await drawn.getByRole('link', { name: players[1]!.account }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`/players/${players[1]!.id}`))
  await expect(page.getByRole('heading', { name: 'Score of signals' })).toBeVisible()
  await expect(page.getByText('cleared by its case')).toBeVisible()
  complaints.forgive(/401|409/)
})

test('the rules say in plain words what they mean, what they do not mean and what is set', async ({
  page,
  house,
  complaints,
}) => {
  await enterConsole(page, house, { role: 'auditor', path: '/signals/rules' })
  await expect(page.getByText('A signal is a question, not a verdict.')).toBeVisible()
  await expect(page.getByText('resting: no ranges')).toBeVisible()
  await expectAccessible(page)
  await wholePicture(page, 'console-signal-rules')
  forgiveLoggedOut(complaints)
})

test.describe('on a screen of 1024 px', () => {
  test.use({ viewport: { width: 1024, height: 768 } })

  test('cases, overdue ones first, a case and the rules fit the page', async ({ page, house, complaints }) => {
    await ring(house)
    await signalAbout(house, {
      playerIds: [(await house.player()).id],
      rule: 'device',
      facts: { amount: '320.00', hours: '3' },
    })
    house.clock.forward(13 * 3_600_000)
    await enterConsole(page, house, { role: 'risk', path: '/signals', locale: 'vi' })
    await expect(page.getByText('quá hạn')).toBeVisible()
    const fits = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1024)
    await fits()
    await picture(page, 'console-signals-narrow')
    await page.getByRole('link', { name: 'Vụ việc 1' }).click()
    await expect(page.getByText('hết hạn trước khi có người xem')).toBeVisible()
    await fits()
    await wholePicture(page, 'console-signal-case-narrow')
    await page.getByRole('link', { name: 'Tất cả vụ việc' }).click()
    await page.getByRole('link', { name: 'Quy tắc' }).click()
    await expect(page.getByText('Tín hiệu là một câu hỏi')).toBeVisible()
    await fits()
    await picture(page, 'console-signal-rules-narrow')
    forgiveLoggedOut(complaints)
  })
})
