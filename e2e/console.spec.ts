import { totpCode } from '#server/features/factors/totp'
import { testPassword } from '#server/testing/person'
import { consoleWords, forgiveLoggedOut, logInToConsole } from './console/desk.ts'
import { expect, expectAccessible, picture, test } from './journey.ts'

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false, locale: 'en-GB' })

test('an operator logs in to the console at its own address and out again', async ({ page, house, complaints }) => {
  await page.goto(house.consoleUrl)
  await page.getByLabel('Account').fill('reviewer')
  await page.getByLabel('Password', { exact: true }).fill(testPassword)
  await expectAccessible(page)
  await picture(page, 'console-login')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByLabel('Authenticator code').fill(house.operatorCode())
  await expectAccessible(page)
  await picture(page, 'console-second-factor')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Role: reviewer')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Desk' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  await page.goto('about:blank')
  // Asking who is logged in, before anybody is and while leaving, answers 401.
  complaints.forgive(/401/)
})

test('an operator without a second factor sets one up before anything else', async ({ page, house, complaints }) => {
  await house.app.db.query.deleteFrom('factor').execute()
  await page.goto(house.consoleUrl)
  await page.getByLabel('Account').fill('finance')
  await page.getByLabel('Password', { exact: true }).fill(testPassword)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'Set up your second factor' })).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(testPassword)
  await page.getByRole('button', { name: 'Continue' }).click()
  const secret = await page.getByRole('link').textContent()
  await page.getByLabel('Authenticator code').fill(totpCode(secret!, house.clock.nowMs()))
  await expectAccessible(page)
  await picture(page, 'console-enrol')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('listitem')).toHaveCount(10)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Role: finance')).toBeVisible()
  // Asking who is logged in answers 401 before anybody is, and 403 before the second factor is there.
  complaints.forgive(/401|403/)
})

test('who opens an address of the console logs in and is there, in their language', async ({
  page,
  house,
  complaints,
}) => {
  const says = await consoleWords('vi')
  await logInToConsole(page, house, { role: 'finance', path: '/withdrawals', locale: 'vi' })
  await expect(page).toHaveURL(/\/withdrawals/)
  await expect(page.getByRole('heading', { name: says['withdrawals.title']!, exact: true })).toBeVisible()
  forgiveLoggedOut(complaints)
})
