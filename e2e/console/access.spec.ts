import { confirmationLifeMs } from '#core/rules/session'
import { testPassword } from '#server/testing/person'
import { expect, expectAccessible, picture, test } from '../journey.ts'
import { desktop, logInToConsole } from './desk.ts'

test.use(desktop)

const password = 'a second quiet password'

test('an operator adds a passkey, changes the password, comes back by the passkey alone, and is asked again before inviting', async ({
  page,
  house,
  complaints,
}) => {
  test.slow()
  // Browsers make passkeys for names, not for numbers.
  const there = { ...house, consoleUrl: house.consoleUrl.replace('127.0.0.1', 'localhost') }
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await logInToConsole(page, there, { role: 'admin' })
  // The list comes while the name is typed, and takes nothing of it away.
  const typed = Promise.withResolvers<void>()
  await page.route('**/factors', async (route) => {
    await typed.promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'My account' }).click()
  house.clock.forward(30_000)
  const factors = page.getByRole('heading', { name: 'Second factors' }).locator('../..')
  await factors.getByLabel('Name of the passkey').fill('Laptop')
  typed.resolve()
  await expect(factors.getByText('Authenticator app')).toBeVisible()
  await expect(factors.getByLabel('Name of the passkey')).toHaveValue('Laptop')
  await factors.getByLabel('Password').fill(testPassword)
  await factors.getByLabel('Authenticator code or recovery code').fill(house.operatorCode())
  await factors.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(factors.getByText('Laptop')).toBeVisible()
  await page.getByLabel('Old password').fill(testPassword)
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Password again').fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed')).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'console-own')

  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByLabel('Account', { exact: true }).fill('admin')
  await expectAccessible(page)
  await picture(page, 'console-login')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('Role: admin')).toBeVisible()

  house.clock.forward(confirmationLifeMs.operator + 1)
  await page.getByRole('link', { name: 'Operators' }).click()
  const invite = page.getByRole('heading', { name: 'Invite an operator' }).locator('../..')
  await invite.getByLabel('Account').fill('mai.tran')
  await invite.getByLabel('Name').fill('Mai Trần')
  await invite.getByLabel('Email').fill('mai@staff.example')
  await invite.getByLabel('Reason').fill('The night shift needs somebody.')
  await invite.getByRole('button', { name: 'Propose' }).click()
  const dialog = page.getByRole('dialog', { name: 'Please give your password again' })
  await dialog.getByLabel('Password').fill(testPassword)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'console-confirm')
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Proposed')).toBeVisible()
  await expect(dialog).toBeHidden()
  // Before anybody is logged in, where the password is asked for again, and where it is wrong.
  complaints.forgive(/40[13]/)
})
