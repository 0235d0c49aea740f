import { testPassword } from '#server/testing/person'
import { expect, expectAccessible, picture, test } from './journey.ts'

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false, locale: 'en-GB' })

test('an operator logs in to the console at its own address and out again', async ({ page, house, complaints }) => {
  await page.goto(house.consoleUrl)
  await page.getByLabel('Account').fill('reviewer')
  await page.getByLabel('Password', { exact: true }).fill(testPassword)
  await expectAccessible(page)
  await picture(page, 'console-login')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Role: reviewer')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  // Asking who is logged in, before anybody is, answers 401.
  expect(complaints.splice(0).every((each) => each.includes('401'))).toBe(true)
})
