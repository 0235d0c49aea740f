import { randomUUID } from 'node:crypto'
import { requestDeposit } from '#contract/money/deposits'
import { removeWallet } from '#contract/money/wallets'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { applyForCertification } from '#contract/people/certifications'
import { depositForm, money, paymentPassword, publishAddress, voucherPicture, withdrawer } from '#server/testing/money'
import { application } from '#server/testing/person'
import { expect, expectAccessible, picture, test, wordsOf } from '../journey.ts'
import { askAgain, desktop, enterConsole, forgiveLoggedOut, fact, phoneOf } from './desk.ts'

test.use(desktop)

test('a reviewer passes one certification and rejects another with a reason, by keyboard', async ({
  page,
  house,
  browser,
  complaints,
}) => {
  const [an, binh] = [await house.player(), await house.player()]
  await an.call(applyForCertification, await application(an), randomUUID())
  house.clock.forward(60_000)
  await binh.call(applyForCertification, await application(binh), randomUUID())
  house.clock.forward(25 * 3_600_000)
  await enterConsole(page, house, { role: 'reviewer' })
  await expect(page.getByText('Cases wait longer than promised')).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'console-desk')

  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await expect(page.getByRole('heading', { name: 'Certification' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Cases' }).getByRole('listitem')).toHaveCount(2)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(fact(page, 'Account')).toHaveText(an.account)
  await expect(page.getByText('Nobody has this case in hand.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('In your hands until')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Document' })).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'console-certification')
  await page.keyboard.press('p')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Cases' }).getByRole('listitem')).toHaveCount(1)
  const { certification, certification_reason: reasons } = await wordsOf('en')
  const phones = [await phoneOf(browser, house, { who: an, path: '/my/certification' })]
  await expect(phones[0]!.getByRole('heading', { name: certification!.passed! })).toBeVisible()

  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(fact(page, 'Account')).toHaveText(binh.account)
  await page.keyboard.press('Enter')
  await expect(page.getByText('In your hands until')).toBeVisible()
  await page.keyboard.press('r')
  await expect(page.getByLabel('Reason the player is told')).toBeFocused()
  await page.getByLabel('Reason the player is told').selectOption('photo_unreadable')
  await page.getByLabel('In your words').fill('The lower half is dark.')
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('Nothing waits.')).toBeVisible()
  phones.push(await phoneOf(browser, house, { who: binh, path: '/my/certification' }))
  await expect(phones[1]!.getByRole('heading', { name: certification!.rejected! })).toBeVisible()
  await expect(phones[1]!.getByText(reasons!.photo_unreadable!)).toBeVisible()
  await expect(phones[1]!.getByText('The lower half is dark.')).toBeVisible()
  for (const phone of phones) await phone.context().close()
  forgiveLoggedOut(complaints)
})

test('Enter after a decision opens the next case, even before the list has come anew; Escape leaves a field', async ({
  page,
  house,
  complaints,
}) => {
  const [an, binh] = [await house.player(), await house.player()]
  for (const each of [an, binh]) {
    await each.call(applyForCertification, await application(each), randomUUID())
    house.clock.forward(60_000)
  }
  await enterConsole(page, house, { role: 'reviewer', path: '/certifications' })
  await expect(page.getByRole('list', { name: 'Cases' }).getByRole('listitem')).toHaveCount(2)
  await page.keyboard.press('Enter')
  await expect(fact(page, 'Account')).toHaveText(an.account)
  await page.keyboard.press('Enter')
  await expect(page.getByText('In your hands until')).toBeVisible()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/console\/certifications(\?|$)/, async (route) => {
    await held
    await route.continue()
  })
  await page.keyboard.press('p')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Choose a case on the left')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(fact(page, 'Account')).toHaveText(binh.account)
  release()

  await page.getByRole('searchbox', { name: 'Find anything' }).focus()
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('y')
  await page.getByLabel('Account, email or phone').focus()
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(page.getByRole('heading', { name: 'Desk' })).toBeVisible()
  forgiveLoggedOut(complaints)
})

test('finance credits another amount than declared, with a voucher seen before at its side', async ({
  page,
  house,
  browser,
  complaints,
}) => {
  await publishAddress(await house.operator('finance'), await house.operator('admin'))
  const [an, binh] = [await house.player({ certified: true }), await house.player({ certified: true })]
  const voucher = await voucherPicture('1234567890abcdef1234')
  await an.call(requestDeposit, await depositForm(an, voucher), randomUUID())
  house.clock.forward(5 * 60_000)
  await binh.call(requestDeposit, await depositForm(binh, await voucherPicture('1234567890abcdef1235')), randomUUID())
  house.clock.forward(4 * 60_000)
  const { review, record } = await wordsOf('en')
  const phone = await phoneOf(browser, house, { who: binh, path: '/pay/shlist' })
  const screen = phone.locator('main:visible')
  await screen.getByRole('link', { name: /USDT · TRC20/ }).click()
  await expect(phone).toHaveURL(/record1/)
  await expect(screen.getByText(review!.waiting!)).toBeVisible()
  await enterConsole(page, house, { role: 'finance', path: '/deposits' })
  await page.getByRole('list', { name: 'Cases' }).getByRole('button').nth(1).click()
  await expect(fact(page, 'Declared')).toHaveText('$50.00')
  await page.getByRole('button', { name: 'Take it' }).click()
  await expect(page.getByRole('heading', { name: 'The player' })).toBeVisible()
  await expect(page.getByText('Player since')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Vouchers that look the same' })).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'console-top-up')
  await page.keyboard.press('p')
  await page.getByLabel('Amount that arrived').fill('49.505')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Abnormal amount')
  await page.getByLabel('Amount that arrived').fill('49.50')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Cases' }).getByRole('listitem')).toHaveCount(1)
  // The record that is open on the player's phone tells it by itself.
  await expect(screen.getByText(review!.passed!)).toBeVisible()
  await expect(screen.getByText(record!.differs!)).toBeVisible()
  expect(await binh.balance()).toBe('49.50')
  await phone.context().close()
  forgiveLoggedOut(complaints)
})

test('a withdrawal is rejected and its money is back, the next one is paid; a large one takes two people', async ({
  page,
  house,
  browser,
  complaints,
}) => {
  const an = await withdrawer(house, '9000.00')
  const ask = (amount: string) =>
    an.call(requestWithdrawal, { walletId: an.walletId, amount: money(amount), paymentPassword }, randomUUID())
  await ask('100.00')
  house.clock.forward(60_000)
  await ask('50.00')
  const { review } = await wordsOf('en')
  const phone = await phoneOf(browser, house, { who: an, path: '/pay/shlist?kind=withdrawals' })
  await expect(phone.getByText(review!.applying!)).toHaveCount(2)
  await enterConsole(page, house, { role: 'finance', path: '/withdrawals' })
  const cases = page.getByRole('list', { name: 'Cases' })
  await expect(cases.getByRole('listitem')).toHaveCount(2)
  await page.keyboard.press('Enter')
  await expect(fact(page, 'To be paid')).toHaveText('$98.00')
  await page.keyboard.press('Enter')
  await expectAccessible(page)
  await picture(page, 'console-withdrawal')
  await page.getByLabel('Reason the player is told').selectOption('wallet_invalid')
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByRole('alert')).toHaveText('Please give a reason')
  await page.getByLabel('In your words').fill('The address belongs to an exchange that closed.')
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(cases.getByRole('listitem')).toHaveCount(1)
  await expect(phone.getByText(review!.declined!, { exact: true })).toBeVisible()
  expect(await an.balance()).toBe('8950.00')

  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Take it' }).click()
  await page.getByLabel('Reference of the payout').fill('TX-2026-1')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nothing waits.')).toBeVisible()
  await expect(phone.getByText(review!.paidOut!, { exact: true })).toBeVisible()
  await expect(phone.getByText(review!.applying!)).toHaveCount(0)
  await phone.context().close()

  await ask('6000.00')
  await askAgain(page)
  await expect(cases.getByRole('listitem')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Take it' }).click()
  await page.getByRole('button', { name: 'Agree as the first of two' }).click()
  await expect(page.getByText('finance agreed')).toBeVisible()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Take it' }).click()
  // The same person is offered no way to be the second as well.
  await expect(page.getByRole('button', { name: 'Reject' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pass', exact: true })).toHaveCount(0)
  forgiveLoggedOut(complaints)
})

test('looking at a case leaves it free, a colleague sees who has it, and giving it back frees it at once', async ({
  page,
  house,
  browser,
  complaints,
}) => {
  const an = await withdrawer(house, '100.00')
  const form = { walletId: an.walletId, amount: money('50.00'), paymentPassword }
  await an.call(requestWithdrawal, form, randomUUID())
  await enterConsole(page, house, { role: 'finance', path: '/withdrawals' })
  await page.getByRole('list', { name: 'Cases' }).getByRole('button').click()
  await expect(fact(page, 'To be paid')).toHaveText('$49.00')
  await expect(page.getByText('Take the case to decide it.')).toBeVisible()

  // A code serves once, and the reviewer's of this moment has let the player be certified.
  house.clock.forward(60_000)
  const second = await (await browser.newContext(desktop)).newPage()
  await enterConsole(second, house, { role: 'reviewer', path: '/withdrawals' })
  const seen = second.getByRole('list', { name: 'Cases' }).getByRole('button')
  await expect(seen).not.toContainText('With finance')
  await page.getByRole('button', { name: 'Take it' }).click()
  await expect(page.getByText('In your hands until')).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'console-withdrawal-in-hand')
  // The list is asked for anew by the clock, which stands still here.
  await second.reload()
  await expect(seen).toContainText('With finance')
  await seen.click()
  await expect(second.locator('main').getByText('With finance')).toHaveCount(2)
  await expect(second.getByRole('button', { name: 'Take it' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Give it back' }).click()
  await expect(page.getByText('Nobody has this case in hand.')).toBeVisible()
  await second.reload()
  await seen.click()
  await second.getByRole('button', { name: 'Take it' }).click()
  await expect(second.getByRole('button', { name: 'Reject' })).toBeVisible()
  await second.context().close()
  forgiveLoggedOut(complaints)
})

test('a case in hand shows what becomes of it, and keeps what the reviewer has typed', async ({
  page,
  house,
  complaints,
}) => {
  const an = await withdrawer(house, '100.00')
  const form = { walletId: an.walletId, amount: money('50.00'), paymentPassword }
  const { id } = await an.call(requestWithdrawal, form, randomUUID())
  await enterConsole(page, house, { role: 'finance', path: `/withdrawals/${id}` })
  await page.getByRole('button', { name: 'Take it' }).click()
  const [reference, text] = [page.getByLabel('Reference of the payout'), page.getByLabel('In your words')]
  await reference.fill('TX-2026-2')
  await text.fill('The address was given up')
  const warnings = page.getByRole('list', { name: 'Look twice' })
  await expect(warnings.getByText('The player has removed this wallet')).toHaveCount(0)
  await an.call(removeWallet, { id: an.walletId })
  await expect(warnings.getByText('The player has removed this wallet')).toBeVisible()
  await expect(reference).toHaveValue('TX-2026-2')
  await expect(text).toHaveValue('The address was given up')
  forgiveLoggedOut(complaints)
})
