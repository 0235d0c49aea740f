import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { passDeposit, takeDeposit } from '#contract/console/deposits'
import { passWithdrawal, rejectWithdrawal, takeWithdrawal } from '#contract/console/withdrawals'
import type { Locale } from '#contract/locales'
import { setPaymentPassword } from '#contract/people/profile'
import { formatCents } from '#core/money/cents'
import {
  changeSettings,
  money,
  paymentPassword,
  publishAddress,
  transactionId,
  tronAddress,
  voucherPicture,
  withdrawer,
} from '#server/testing/money'
import type { House } from '#server/testing/open-house'
import { appIsUp, expect, expectAccessible, picture, signInAs, speakIn, test, wordsOf } from './journey.ts'

/** Logs in and opens a money screen, by the house's clock. */
async function open(page: Page, house: House, at: { who: { account: string }; path: string; locale?: Locale }) {
  await page.clock.setFixedTime(house.clock.nowMs())
  await signInAs(page, house, at.who)
  await speakIn(page, at.locale ?? 'en')
  await page.goto(house.playerUrl + at.path)
}

/** What a browser says when the connection is gone, as it was on purpose. */
const isLostConnection = /ERR_(CONNECTION_RESET|INTERNET_DISCONNECTED|NETWORK_CHANGED|NETWORK_IO_SUSPENDED)/

const idOf = (page: Page) => new URL(page.url()).searchParams.get('id')!

/** The balance as the first line of the statement shows it. */
const balance = (page: Page) => page.locator('main:visible li').filter({ hasText: 'Balance' }).first()

async function sendVoucher(page: Page, { amount, reference }: { amount: string; reference: string }): Promise<void> {
  const { topUp } = await wordsOf('en')
  await page.getByLabel(topUp!.amount!).fill(amount)
  await page.getByLabel(topUp!.transaction!).fill(reference)
  const file = { name: 'voucher.png', mimeType: 'image/png', buffer: await voucherPicture(reference) }
  await page.getByLabel(topUp!.voucherChoose!).setInputFiles(file)
  await expect(page.getByText(topUp!.voucherReplace!)).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
}

async function askWithdrawal(page: Page, amount: string): Promise<void> {
  const { withdrawal, common, account } = await wordsOf('en')
  await page.getByLabel(withdrawal!.amount!).fill(amount)
  await page.getByRole('button', { name: common!.continue! }).click()
  await page.getByLabel(account!.payment!, { exact: true }).fill(paymentPassword)
}

test('a top-up with a voucher is passed with another amount than declared, and the screen says so by itself', async ({
  page,
  house,
}) => {
  const { topUp, review, record, step, refusal } = await wordsOf('en')
  const finance = await house.operator('finance')
  const address = await publishAddress(finance, await house.operator('admin'))
  const an = await house.player({ certified: true })
  await open(page, house, { who: an, path: '/pay/recharge' })
  await expect(page.getByText(address)).toBeVisible()
  await expect(page.getByText(topUp!.demo!)).toBeVisible()
  await page.getByLabel(topUp!.amount!).fill('9.99')
  await page.getByLabel(topUp!.transaction!).fill('abc')
  await expect(page.getByText(refusal!.amount_too_small!.replace('{{min}}', '$10.00'))).toBeVisible()
  await page.getByRole('button', { name: topUp!.send! }).click()
  await expect(page.getByText(refusal!.reference_malformed!)).toBeVisible()
  await expect(page.getByText(topUp!.voucherMissing!)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'topup-problems')
  await sendVoucher(page, { amount: '50', reference: transactionId() })
  await expectAccessible(page)
  await picture(page, 'topup-filled')
  await page.getByRole('button', { name: topUp!.send! }).click()

  await expect(page).toHaveURL(/record1/)
  await expect(page.getByText(review!.waiting!)).toBeVisible()
  await expect(page.getByRole('img', { name: topUp!.voucher! })).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'record1-waiting')
  const id = idOf(page)
  await finance.call(takeDeposit, { id })
  await expect(page.getByText(review!.underReview!)).toBeVisible()
  house.clock.forward(60_000)
  await finance.call(passDeposit, { id, received: money('48.75') })
  await expect(page.getByText(review!.passed!)).toBeVisible()
  await expect(page.getByText(record!.differs!)).toBeVisible()
  await expect(page.getByText(step!.credited!)).toBeVisible()
  expect(await an.balance()).toBe('48.75')
  await expectAccessible(page)
  await picture(page, 'record1-passed')
  await page.goto(`${house.playerUrl}/pay/shlist`)
  await expect(page.getByRole('link', { name: /USDT · TRC20.*\$48\.75/ })).toBeVisible()
  await picture(page, 'shlist-topups')
})

test('a withdrawal is rejected with a reason, and the funds are back', async ({ page, house, complaints }) => {
  const { withdrawal, common, account, refusal, review, step, withdrawal_reason, page: words } = await wordsOf('en')
  const an = await withdrawer(house, '100.00')
  const finance = await house.operator('finance')
  await open(page, house, { who: an, path: '/pay/withdraw' })
  const figures = page.locator('main:visible')
  await page.getByLabel(withdrawal!.amount!).fill('100.01')
  await page.getByLabel(withdrawal!.amount!).blur()
  await expect(page.getByText(refusal!.insufficient_balance!)).toBeVisible()
  await picture(page, 'withdraw-too-much')
  await page.getByRole('button', { name: withdrawal!.all! }).click()
  await expect(figures).toContainText('$98.00')
  await page.getByLabel(withdrawal!.amount!).fill('50.01')
  await expect(figures).toContainText('$1.01')
  await expect(figures).toContainText('$49.00')
  await expectAccessible(page)
  await picture(page, 'withdraw-filled')
  await page.getByRole('button', { name: common!.continue! }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet).toContainText('$49.00')
  await sheet.getByLabel(account!.payment!, { exact: true }).fill('not this one')
  await sheet.getByRole('button', { name: common!.confirm! }).click()
  await expect(sheet.getByRole('alert')).toContainText(refusal!.payment_password_wrong!)
  await expectAccessible(page)
  await picture(page, 'withdraw-wrong-password')
  await sheet.getByLabel(account!.payment!, { exact: true }).fill(paymentPassword)
  await sheet.getByRole('button', { name: common!.confirm! }).click()

  await expect(page).toHaveURL(/record2/)
  await expect(page.getByText(review!.applying!)).toBeVisible()
  expect(await an.balance()).toBe('49.99')
  await picture(page, 'record2-applying')
  const id = idOf(page)
  await finance.call(takeWithdrawal, { id })
  await finance.call(rejectWithdrawal, { id, reason: 'wallet_invalid', text: 'The network answered no.' })
  await expect(page.getByText(review!.declined!, { exact: true })).toBeVisible()
  await expect(page.getByText(withdrawal_reason!.wallet_invalid!)).toBeVisible()
  await expect(page.getByText('The network answered no.')).toBeVisible()
  await expect(page.getByText(step!.returned!)).toBeVisible()
  await expect(page.getByRole('link', { name: words!.support! })).toBeVisible()
  expect(await an.balance()).toBe('100.00')
  await expectAccessible(page)
  await picture(page, 'record2-rejected')
  expect(complaints.splice(0)).toEqual([expect.stringContaining('403')])
})

test('a fee that changes while a withdrawal is confirmed is refused, shown and confirmed anew', async ({
  page,
  house,
  complaints,
}) => {
  const { common, account, refusal, withdrawal } = await wordsOf('en')
  const an = await withdrawer(house, '200.00')
  await open(page, house, { who: an, path: '/pay/withdraw' })
  await expect(page.getByText(withdrawal!.paidFirst!)).toHaveCount(0)
  await askWithdrawal(page, '100')
  const sheet = page.getByRole('dialog')
  await expect(sheet).toContainText('$98.00')
  await changeSettings(house, { withdrawal_fee: '10.00' })
  await sheet.getByRole('button', { name: common!.confirm! }).click()
  await expect(sheet.getByRole('alert')).toContainText(refusal!.fee_changed!)
  await expect(sheet).toContainText('$90.00')
  await picture(page, 'withdraw-fee-changed')
  expect(await an.balance()).toBe('200.00')
  await sheet.getByLabel(account!.payment!, { exact: true }).fill(paymentPassword)
  await sheet.getByRole('button', { name: common!.confirm! }).click()
  await expect(page).toHaveURL(/record2/)
  expect(await an.balance()).toBe('100.00')
  expect(complaints.splice(0)).toEqual([expect.stringContaining('409')])
})

test('a withdrawal is passed, and its payout reference is shown', async ({ page, house }) => {
  const { common, review, withdrawal, refusal } = await wordsOf('en')
  const an = await withdrawer(house, '500.00')
  const finance = await house.operator('finance')
  await open(page, house, { who: an, path: '/pay/withdraw' })
  for (const left of [2, 1, 0]) {
    await askWithdrawal(page, '20')
    await page.getByRole('dialog').getByRole('button', { name: common!.confirm! }).click()
    await expect(page).toHaveURL(/record2/)
    if (left > 0) await page.goto(`${house.playerUrl}/pay/withdraw`)
    if (left > 0)
      await expect(page.locator('li').filter({ hasText: withdrawal!.timesLeft! })).toContainText(`${left} / 3`)
  }
  const id = idOf(page)
  await finance.call(takeWithdrawal, { id })
  await finance.call(passWithdrawal, { id, payoutReference: 'TX 77-1' })
  await expect(page.getByText(review!.paidOut!, { exact: true })).toBeVisible()
  await expect(page.getByText('TX 77-1')).toBeVisible()
  expect(await an.balance()).toBe('440.00')
  await expectAccessible(page)
  await picture(page, 'record2-passed')
  await page.goto(`${house.playerUrl}/pay/withdraw`)
  await expect(page.getByText(refusal!.withdrawals_used_up!)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'withdraw-used-up')
  await page.goto(`${house.playerUrl}/pay/shlist?kind=withdrawals`)
  await expect(page.getByText(review!.applying!)).toHaveCount(2)
  await expectAccessible(page)
  await picture(page, 'shlist-withdrawals')
})

test('the statement adds up to the cent, on the screen and in the file', async ({ page, house }) => {
  const { statement, movement, home, common, page: words } = await wordsOf('en')
  const an = await withdrawer(house, '123.45')
  const finance = await house.operator('finance')
  await open(page, house, { who: an, path: '/pay/withdraw' })
  for (const decide of ['reject', 'pass'] as const) {
    await askWithdrawal(page, '33.33')
    await page.getByRole('dialog').getByRole('button', { name: common!.confirm! }).click()
    await expect(page).toHaveURL(/record2/)
    const id = idOf(page)
    await finance.call(takeWithdrawal, { id })
    if (decide === 'pass') await finance.call(passWithdrawal, { id, payoutReference: 'TX 1' })
    else await finance.call(rejectWithdrawal, { id, reason: 'other', text: 'please ask again' })
    await page.goto(`${house.playerUrl}/pay/withdraw`)
  }
  await page.goto(`${house.playerUrl}/pay/lslist`)
  const rows = page.locator('main:visible li').filter({ hasText: '→' })
  // Each withdrawal once in what can be spent, and once in what was held meanwhile.
  await expect(rows).toHaveCount(4)
  await expectAccessible(page)
  await picture(page, 'lslist')
  await page.getByRole('radio', { name: statement!.held! }).check({ force: true })
  await expect(rows).toHaveCount(4)
  await page.getByRole('radio', { name: home!.balance! }).check({ force: true })
  const cents = (text: string) => BigInt(text.replace(/[^0-9-]/g, ''))
  const moved = await rows.locator('strong').allTextContents()
  const total = moved.reduce((sum, text) => sum + cents(text), 0n)
  expect(total).toBe(9_012n)
  await expect(balance(page)).toContainText('$90.12')
  await page.getByText(statement!.filter!, { exact: true }).click()
  await page.getByLabel(statement!.kind!, { exact: true }).selectOption(movement!.withdrawal_rejected!)
  await expect(rows).toHaveCount(1)
  await page.getByLabel(statement!.kind!, { exact: true }).selectOption(statement!.all!)
  await page.getByLabel(statement!.until!, { exact: true }).fill('2026-11-01')
  await expect(page.getByText(statement!.empty!)).toBeVisible()
  await picture(page, 'lslist-none')
  await page.getByLabel(statement!.until!, { exact: true }).fill('2026-11-02')
  await expect(rows).toHaveCount(4)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: statement!.export! }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n').slice(1)
  const saved = lines.map((line) => line.split(','))
  expect(saved).toHaveLength(4)
  expect(saved.reduce((sum, line) => sum + cents(line[5]!), 0n)).toBe(9_012n)
  expect(saved.at(-1)![7]).toBe(await an.balance())
  await expect(page.getByRole('button', { name: words!.back! })).toBeVisible()
})

test('offline after the button was pressed, then back: exactly one withdrawal', async ({ page, house, complaints }) => {
  const { common, review } = await wordsOf('en')
  const an = await withdrawer(house, '100.00')
  await open(page, house, { who: an, path: '/pay/withdraw' })
  await askWithdrawal(page, '40')
  let sent = 0
  await page.route('**/api/v1/withdrawals', async (route) => {
    if (route.request().method() !== 'POST' || sent++ > 0) return route.continue()
    // It arrives and is carried out, and then the connection is gone, and the answer with it.
    await route.fetch()
    await page.context().setOffline(true)
    await route.abort('connectionreset')
  })
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: common!.confirm! }).click()
  await expect(sheet.getByRole('alert')).toHaveText(common!.checking!)
  await expect(sheet.getByText(common!.offline!)).toBeVisible()
  await expect(sheet.getByRole('button', { name: common!.confirm! })).toBeDisabled()
  await picture(page, 'withdraw-checking')
  await page.context().setOffline(false)
  await expect(page).toHaveURL(/record2/, { timeout: 20_000 })
  await expect(page.getByText(review!.applying!)).toBeVisible()
  expect(await an.balance()).toBe('60.00')
  const made = await house.app.db.query.selectFrom('withdrawal').select(['id', 'amount']).execute()
  expect(made.map(({ id, amount }) => [id, amount])).toEqual([[idOf(page), 4_000n]])
  expect(sent).toBeGreaterThan(1)
  complaints.forgive(isLostConnection)
})

test('nothing can be sent while offline', async ({ page, house, complaints }) => {
  const { common, withdrawal } = await wordsOf('en')
  const an = await withdrawer(house, '100.00')
  await open(page, house, { who: an, path: '/pay/withdraw' })
  await page.getByLabel(withdrawal!.amount!).fill('40')
  await page.context().setOffline(true)
  await expect(page.getByText(common!.offline!)).toBeVisible()
  await expect(page.getByRole('button', { name: common!.continue! })).toBeDisabled()
  await picture(page, 'withdraw-offline')
  await page.context().setOffline(false)
  await expect(page.getByRole('button', { name: common!.continue! })).toBeEnabled()
  complaints.forgive(isLostConnection)
})

test('wallets are added with their mistakes told, wait a day, and can be preferred and removed', async ({
  page,
  house,
}) => {
  const { wallet, pay, common, account, refusal, success, money: words } = await wordsOf('en')
  const an = await house.player({ certified: true })
  await an.call(setPaymentPassword, { password: paymentPassword, repeat: paymentPassword })
  await open(page, house, { who: an, path: '/pay/banklist' })
  await expect(page.getByText(wallet!.empty!)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'banklist-empty')
  await page.getByRole('link', { name: pay!.addWallet! }).click()
  const address = tronAddress()
  const field = page.getByLabel(wallet!.address!)
  // Two letters changed places: the checksum notices while it is typed.
  await field.fill(address.slice(0, 20) + address[21]! + address[20]! + address.slice(22))
  await field.blur()
  if (address[20] !== address[21]) await expect(page.getByText(refusal!.address_malformed!)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'bankadd-digital-wrong')
  await field.fill(address)
  await expect(page.getByText(refusal!.address_malformed!)).toBeHidden()
  await page.getByRole('button', { name: common!.continue! }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel(account!.payment!, { exact: true }).fill(paymentPassword)
  await picture(page, 'bankadd-confirm')
  await sheet.getByRole('button', { name: common!.confirm! }).click()
  await expect(page.getByText(success!.added!)).toBeVisible()
  await expect(page).toHaveURL(/banklist/)
  await expect(page.getByText(/Usable for withdrawals from Nov 3, 2026/)).toBeVisible()

  await page.getByRole('link', { name: pay!.addWallet! }).click()
  await page.getByText(words!.bank!, { exact: true }).click()
  const bank = {
    cardholder: 'Somebody Else',
    cardNumber: '6222 0000 1111 2345',
    bankName: 'First Example Bank',
    bankAddress: '1 Example Street',
    routing: '021000022',
    cardPhone: '0912345678',
    contact: 'Zalo: an',
  }
  for (const [name, value] of Object.entries(bank)) await page.getByLabel(wallet![name]!, { exact: true }).fill(value)
  await expect(page.getByText(refusal!.routing_malformed!)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'bankadd-bank-wrong')
  await page.getByLabel(wallet!.routing!, { exact: true }).fill('021000021')
  await page.getByRole('button', { name: common!.continue! }).click()
  await sheet.getByLabel(account!.payment!, { exact: true }).fill(paymentPassword)
  await sheet.getByRole('button', { name: common!.confirm! }).click()
  await expect(page.getByText(wallet!.nameDiffers!)).toBeVisible()
  await expect(page.getByText('•••• 2345')).toBeVisible()
  for (const told of ['Somebody Else', '1 Example Street', '021000021', 'Zalo: an'])
    await expect(page.locator('li').filter({ hasText: 'First Example Bank' })).toContainText(told)
  await expectAccessible(page)
  await picture(page, 'banklist')
  await page.getByRole('button', { name: wallet!.makeDefault! }).click()
  await expect(page.locator('li').first()).toContainText('First Example Bank')
  await page.locator('li').first().getByRole('button', { name: common!.remove! }).click()
  await picture(page, 'banklist-remove')
  await sheet.getByRole('button', { name: common!.remove! }).click()
  await expect(page.locator('li')).toHaveCount(1)
  await expect(page.locator('li')).toContainText(wallet!.default!)
})

test('a payment password that was typed is gone when the page was left and comes back', async ({ page, house }) => {
  const { account, withdrawal, common } = await wordsOf('en')
  const an = await withdrawer(house, '100.00')
  await open(page, house, { who: an, path: '/my/my' })
  await appIsUp(page)
  await page.evaluate(() => {
    history.pushState({ at: 1 }, '', '/pay/withdraw')
    dispatchEvent(new PopStateEvent('popstate', { state: { at: 1 } }))
  })
  await askWithdrawal(page, '40')
  await page.goBack()
  await expect(page).toHaveURL(/my\/my/)
  await page.goForward()
  await expect(page.getByLabel(withdrawal!.amount!)).toHaveValue('40')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: common!.continue! }).click()
  await expect(page.getByLabel(account!.payment!, { exact: true })).toHaveValue('')
  expect(formatCents(money(await an.balance()))).toBe('100.00')
})
