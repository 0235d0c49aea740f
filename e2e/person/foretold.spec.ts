import { passCertification, takeCertification } from '#contract/console/certifications'
import { rejectWithdrawal, takeWithdrawal } from '#contract/console/withdrawals'
import { addWallet } from '#contract/money/wallets'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { applyForCertification } from '#contract/people/certifications'
import { setPaymentPassword } from '#contract/people/profile'
import { beginExclusion } from '#contract/people/protection'
import { confirmationLifeMs } from '#core/rules/session'
import { digitalForm, money, paymentPassword, withdrawer } from '#server/testing/money'
import { application, testPassword } from '#server/testing/person'
import { randomUUID } from 'node:crypto'
import { enter, expect, expectAccessible, heardLive, picture, settled, statuses, test, wordsOf } from '../journey.ts'

const says = await wordsOf('en')
const { refusal, withdrawal, money: moneyWords, movement } = says

test('a wallet that still waits is not chosen, and with no other there is no form', async ({ page, house }) => {
  const an = await house.player({ certified: true, balance: '100.00' })
  await an.call(setPaymentPassword, { password: paymentPassword, repeat: paymentPassword })
  await page.clock.setFixedTime(house.clock.nowMs())
  await an.call(addWallet, digitalForm(), randomUUID())
  await enter(page, an, { path: '/pay/withdraw', locale: 'en', url: house.playerUrl })
  await expect(page.getByText(/Usable for withdrawals from Nov 3, 2026/)).toBeVisible()
  await expect(page.getByLabel(withdrawal!.amount!)).toHaveCount(0)
  await expectAccessible(page)
  await picture(page, 'withdraw-wallet-waits')
})

test('with no withdrawals left today the form is closed', async ({ page, house }) => {
  const an = await withdrawer(house, '100.00')
  const ask = () =>
    an.call(requestWithdrawal, { walletId: an.walletId, amount: money('10.00'), paymentPassword }, randomUUID())
  for (let at = 0; at < 3; at++) await ask()
  await enter(page, an, { path: '/pay/withdraw', locale: 'en', url: house.playerUrl })
  await expect(page.getByText(refusal!.withdrawals_used_up!)).toBeVisible()
  await expect(page.getByLabel(withdrawal!.amount!)).toHaveCount(0)
  await picture(page, 'withdraw-used-up')
})

test('one sheet is shown at a time, and amounts are taken as the app writes them', async ({
  page,
  house,
  complaints,
}) => {
  const vi = await wordsOf('vi')
  const an = await withdrawer(house, '5000.00')
  house.clock.forward(confirmationLifeMs.player + 1)
  await enter(page, an, { path: '/pay/withdraw', locale: 'vi', url: house.playerUrl })
  await page.getByLabel(vi.withdrawal!.amount!).fill('1.234,50')
  await page.getByRole('button', { name: vi.common!.continue! }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet).toContainText('1.234,50')
  await sheet.getByLabel(vi.account!.payment!, { exact: true }).fill(paymentPassword)
  await sheet.getByRole('button', { name: vi.common!.confirm! }).click()
  await expect(page.getByRole('heading', { name: vi.account!.confirmTitle! })).toBeVisible()
  await expect(page.locator('dialog:visible')).toHaveCount(1)
  await picture(page, 'one-sheet')
  await sheet.getByLabel(vi.account!.password!, { exact: true }).fill(testPassword)
  await sheet.getByRole('button', { name: vi.common!.confirm! }).click()
  await settled(page, '/pay/record2')
  expect(await an.balance()).toBe('3765.50')
  expect(statuses(complaints)).toEqual(['403'])
})

test('a rejected withdrawal shows no fee, and the statement lists what was asked for once', async ({ page, house }) => {
  const an = await withdrawer(house, '100.00')
  const [reviewer, id] = [await house.operator('finance'), randomUUID()]
  await an.call(requestWithdrawal, { walletId: an.walletId, amount: money('40.00'), paymentPassword }, id)
  await enter(page, an, { path: '/pay/lslist', locale: 'en', url: house.playerUrl })
  await expect(page.getByRole('listitem').filter({ hasText: movement!.withdrawal_asked! })).toHaveCount(1)
  await picture(page, 'statement-once')
  await reviewer.call(takeWithdrawal, { id })
  await reviewer.call(rejectWithdrawal, { id, reason: 'wallet_invalid', text: 'it cannot be paid to' })
  await page.goto(`${house.playerUrl}/pay/record2?id=${id}`)
  await expect(page.getByText(says.withdrawal_reason!.wallet_invalid!)).toBeVisible()
  await expect(page.getByText(moneyWords!.fee!, { exact: true })).toHaveCount(0)
  await expect(page.getByText(withdrawal!.actual!, { exact: true })).toHaveCount(0)
})

test('the certification’s page changes by itself, its months can be read, and a time-out leaves topping up aside', async ({
  page,
  house,
}) => {
  const vi = await wordsOf('vi')
  const [an, reviewer] = [await house.player(), await house.operator('reviewer')]
  await enter(page, an, { path: '/my/certification', locale: 'vi', url: house.playerUrl })
  const month = page.getByLabel('Tháng', { exact: true })
  await month.selectOption('10')
  await expect(month.locator('option:checked')).toHaveText('10')
  await picture(page, 'certification-month')
  const { id } = await an.call(applyForCertification, await application(an), randomUUID())
  const heard = heardLive(page)
  await page.reload()
  await heard
  await expect(page.getByText(vi.certification!.waitingAbout!)).toBeVisible()
  await reviewer.call(takeCertification, { id })
  await expect(page.getByText(vi.certification!.underReviewAbout!)).toBeVisible()
  await reviewer.call(passCertification, { id })
  await expect(page.getByText(vi.certification!.passedAbout!)).toBeVisible()
  await an.call(beginExclusion, { span: 'day' })
  await page.goto(`${house.playerUrl}/my/my`)
  await expect(page.getByRole('link', { name: vi.pay!.topUp!, exact: true })).not.toHaveClass(/bg-brand\b/)
  await expect(page.getByRole('link', { name: vi.pay!.withdraw!, exact: true })).toHaveClass(/bg-brand\b/)
  await picture(page, 'mine-time-out')
})
