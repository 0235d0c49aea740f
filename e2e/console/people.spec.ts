import { readFile } from 'node:fs/promises'
import { setPaymentPassword } from '#contract/people/profile'
import { expect, expectAccessible, picture, test, wordsOf } from '../journey.ts'
import { desktop, enterConsole, forgiveLoggedOut, phoneOf } from './desk.ts'

test.use(desktop)

test('risk finds a player and freezes the account; the player is out at once, and the auditor sees who looked', async ({
  page,
  house,
  browser,
  complaints,
}) => {
  const an = await house.player({ account: 'thu_trang', balance: '120.50', certified: true })
  await an.call(setPaymentPassword, { password: 'only for payments', repeat: 'only for payments' })
  const { account } = await wordsOf('en')
  const phone = await phoneOf(browser, house, { who: an, path: '/my/my' })
  await expect(phone.getByText('$120.50')).toBeVisible()
  await enterConsole(page, house, { role: 'risk', path: '/players' })
  await page.getByLabel('Account, email or phone').fill('thu_')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'thu_trang' }).click()
  await expect(page.getByRole('heading', { name: 'thu_trang' })).toBeVisible()
  await page.getByLabel('New note for colleagues').fill('Asked support twice for a new phone number.')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByText('Asked support twice')).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'console-player')
  const parts = page.getByRole('navigation', { name: 'Parts of the file' })
  await parts.getByRole('link', { name: 'Statement' }).click()
  await expect(page.getByRole('cell', { name: '+$120.50' })).toBeVisible()
  await expectAccessible(page)
  await parts.getByRole('link', { name: 'File' }).click()
  await page.getByLabel('Status', { exact: true }).selectOption('frozen')
  await page.getByLabel('Reason, for the log').fill('A stolen phone, by telephone.')
  await page.getByRole('button', { name: 'Change' }).click()
  await expect(page.getByText('Changed; the player was told')).toBeVisible()
  // The page that was open is left at once; a frozen player may come back in, and is told.
  await expect(phone.getByRole('button', { name: account!.login! })).toBeVisible()
  await phone.context().close()

  const auditor = await (await browser.newContext(desktop)).newPage()
  await enterConsole(auditor, house, { role: 'auditor', path: '/audit' })
  await auditor.getByLabel('Operator', { exact: true }).fill('risk')
  await auditor.getByRole('button', { name: 'Search' }).click()
  await expect(auditor.getByRole('cell', { name: 'A stolen phone, by telephone.' })).toBeVisible()
  await expect(auditor.getByRole('row').filter({ hasText: 'players.view' }).first()).toBeVisible()
  await expectAccessible(auditor)
  await picture(auditor, 'console-audit')
  const saved = auditor.waitForEvent('download')
  await auditor.getByRole('button', { name: 'CSV' }).click()
  expect((await saved).suggestedFilename()).toBe('actions.csv')
  await auditor.getByRole('link', { name: 'Reports' }).click()
  const owed = auditor.getByRole('heading', { name: 'What the house owes now' }).locator('..')
  const table = auditor.waitForEvent('download')
  await owed.getByRole('button', { name: 'CSV' }).click()
  expect(await readFile(await (await table).path(), 'utf8')).toMatch(
    /^\uFEFF"What","Amount"\r\n"Players’ balances","\d+\.\d\d"\r\n/,
  )
  await expectAccessible(auditor)
  await picture(auditor, 'console-reports')
  await auditor.getByRole('link', { name: 'Receiving accounts' }).click()
  await expect(auditor.getByRole('heading', { name: 'Receiving accounts', level: 1 })).toBeVisible()
  await expectAccessible(auditor)
  await picture(auditor, 'console-receiving')
  await auditor.context().close()
  forgiveLoggedOut(complaints)
})

test('support sees the outbox and may do nothing else; the console speaks Vietnamese and Chinese', async ({
  page,
  house,
  complaints,
}) => {
  await house.player({ account: 'thu_trang' })
  await enterConsole(page, house, { role: 'support', path: '/mails' })
  await expect(page.getByRole('cell', { name: 'thu_trang@players.example' }).first()).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'console-mails')
  await page.goto(`${house.consoleUrl}/withdrawals`)
  await expect(page.getByText('your role may not see it')).toBeVisible()
  await page.getByLabel('Language').selectOption('vi')
  await expect(page.getByText('Vai trò: hỗ trợ')).toBeVisible()
  await page.goto(`${house.consoleUrl}/players`)
  await expect(page.getByRole('heading', { name: 'Người chơi' })).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'console-vietnamese')
  await page.getByLabel('Ngôn ngữ').selectOption('zh-CN')
  await expect(page.getByText('角色：客服')).toBeVisible()
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page.getByRole('button', { name: '登录' })).toBeVisible()
  // What was asked while leaving is answered with 401, sometimes later than the page changes.
  await page.goto('about:blank')
  forgiveLoggedOut(complaints)
})
