import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { passDeposit, proposeReversal, takeDeposit } from '#contract/console/deposits'
import { approveProposal } from '#contract/console/settings'
import { rejectWithdrawal, takeWithdrawal } from '#contract/console/withdrawals'
import { requestDeposit } from '#contract/money/deposits'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { changeSettings, depositForm, money, paymentPassword, publishAddress, withdrawer } from '#server/testing/money'
import { comeBack, enter, expect, expectAccessible, picture, settled, statuses, test, wordsOf } from '../journey.ts'

const { account, common, review, withdrawal } = await wordsOf('en')

const amount = (page: Page) => page.getByLabel(withdrawal!.amount!)
const toast = (page: Page) => page.locator('output[popover]')

/** Asks for it on the withdrawal page and confirms it. */
async function ask(page: Page, wanted: string): Promise<void> {
  await amount(page).fill(wanted)
  await page.getByRole('button', { name: common!.continue! }).click()
  await confirm(page)
}

async function confirm(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel(account!.payment!, { exact: true }).fill(paymentPassword)
  await sheet.getByRole('button', { name: common!.confirm! }).click()
}

test('a withdrawal whose record cannot be shown is told as asked for, and nothing is left to press again', async ({
  page,
  house,
  complaints,
}) => {
  const an = await withdrawer(house, '100.00')
  await enter(page, an, { path: '/pay/withdraw', locale: 'en', url: house.playerUrl })
  for (const lost of ['**/assets/WithdrawalRecordPage-*.js', '**/api/health'])
    await page.route(lost, (route) => route.abort())
  await ask(page, '40')
  await expect(toast(page)).toHaveText(withdrawal!.asked!)
  await expect(toast(page)).toHaveText(common!.unreachable!)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(amount(page)).toHaveValue('')
  await settled(page, '/pay/withdraw')
  expect(await an.balance()).toBe('60.00')
  complaints.forgive(/ERR_FAILED|Failed to fetch/)
})

test('a withdrawal whose answer is lost before its fee changes is not asked for again: its record is shown', async ({
  page,
  house,
  complaints,
}) => {
  const an = await withdrawer(house, '100.00')
  await page.clock.install()
  await enter(page, an, { path: '/pay/withdraw', locale: 'en', url: house.playerUrl })
  let isReachable = false
  await page.route('**/api/v1/withdrawals', async (route) => {
    if (isReachable || route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await ask(page, '40')
  const sheet = page.getByRole('dialog')
  // It is sent again five times, after up to eight seconds each.
  await expect(async () => {
    await page.clock.fastForward(8_000)
    await expect(sheet.getByRole('alert')).toHaveText(common!.unreachable!, { timeout: 500 })
  }).toPass()
  isReachable = true
  await changeSettings(house, { withdrawal_fee: '10.00' })
  // The sheet keeps to what was read there; the page behind it knows.
  await comeBack(page, page.getByText('$36.00'))
  await expect(sheet).toContainText('$39.20')
  await sheet.getByRole('button', { name: common!.cancel! }).click()
  await page.getByRole('button', { name: common!.continue! }).click()
  await expect(sheet).toContainText('$36.00')
  await confirm(page)
  await settled(page, '/pay/record2')
  await expect(page.getByText(review!.applying!)).toBeVisible()
  const made = await house.app.db.query.selectFrom('withdrawal').select(['id', 'fee']).execute()
  expect(made).toEqual([{ id: new URL(page.url()).searchParams.get('id'), fee: 80n }])
  expect(await an.balance()).toBe('60.00')
  complaints.forgive(/ERR_CONNECTION_RESET/)
  expect(statuses(complaints)).toEqual(['409'])
})

test('who owes more than the balance is told what is paid first and whom to ask, and can withdraw once there is more', async ({
  page,
  house,
}) => {
  const [finance, admin] = [await house.operator('finance'), await house.operator('admin')]
  await publishAddress(finance, admin)
  const an = await withdrawer(house, '20.00')
  const { id } = await an.call(requestDeposit, await depositForm(an), randomUUID())
  await finance.call(takeDeposit, { id })
  await finance.call(passDeposit, { id, received: money('50.00') })
  const withdraw = async (wanted: string) =>
    an.call(requestWithdrawal, { walletId: an.walletId, amount: money(wanted), paymentPassword }, randomUUID())
  const reject = async (rejected: string) => {
    await finance.call(takeWithdrawal, { id: rejected })
    await finance.call(rejectWithdrawal, { id: rejected, reason: 'payout_failed', text: 'The bank returned it.' })
  }
  const [first, second] = [await withdraw('30.00'), await withdraw('40.00')]
  const { proposalId } = await finance.call(proposeReversal, { id, reason: 'the bank recalled the transfer' })
  await admin.call(approveProposal, { id: proposalId })
  await reject(first.id)

  await enter(page, an, { path: '/pay/withdraw', locale: 'en', url: house.playerUrl })
  const owesMore = withdrawal!.owesMore!.replace('{{amount}}', '$50.00')
  await expect(page.getByText(owesMore)).toBeVisible()
  await expect(amount(page)).toHaveCount(0)
  await expectAccessible(page)
  await picture(page, 'withdraw-owes-more')
  await reject(second.id)
  await expect(amount(page)).toBeVisible()
  await expect(page.getByText(owesMore)).toHaveCount(0)
  await expect(page.locator('li').filter({ hasText: withdrawal!.paidFirst! })).toContainText('$50.00')
  await expect(page.getByText('$70.00')).toBeVisible()
  // What is owed comes in another answer than the balance, and later.
  await expect(async () => {
    await page.getByRole('button', { name: withdrawal!.all! }).click()
    await expect(amount(page)).toHaveValue('20', { timeout: 1_000 })
  }).toPass()
})

test('a pause of withdrawals that ends while the page is open gives way to the form', async ({
  page,
  house,
  complaints,
}) => {
  const an = await withdrawer(house, '100.00')
  await house.app.db.query
    .updateTable('player')
    .set({ withdrawals_paused_until: new Date(house.clock.nowMs() + 3_600_000) })
    .execute()
  await page.clock.install({ time: house.clock.nowMs() })
  await enter(page, an, { path: '/pay/withdraw', locale: 'en', url: house.playerUrl })
  await expect(page.getByText(withdrawal!.pausedUntil!.split('{{')[0]!)).toBeVisible()
  // It is not asked anew.
  await page.route('**/withdrawals/options', (route) => route.abort())
  house.clock.forward(3_600_000)
  await page.clock.fastForward(3_600_000)
  await expect(amount(page)).toBeVisible()
  complaints.forgive(/ERR_FAILED/)
})
