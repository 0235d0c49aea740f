import { readFile } from 'node:fs/promises'
import { openApp, stepMs } from '#server/testing/authenticator-app'
import { testPassword } from '#server/testing/person'
import { expect, expectAccessible, picture, test, wordsOf, enter } from './journey.ts'

test('an authenticator app is set up, lets in, and is removed again', async ({ page, house, complaints }) => {
  const { account, factors, common, success, refusal } = await wordsOf('vi')
  const app = openApp(house)
  const giang = await house.player()
  await enter(page, giang, { path: '/my/factors', locale: 'vi', url: house.playerUrl })
  await expect(page.getByText(factors!.none!)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'factors-none-vi')
  await page.getByRole('button', { name: factors!.addApp! }).click()
  await page.getByLabel(account!.password!, { exact: true }).fill(testPassword)
  await expectAccessible(page)
  await picture(page, 'factors-password-vi')
  await page.getByRole('button', { name: common!.continue! }).click()

  const key = page.locator('section', { hasText: factors!.secret! }).locator('span')
  const secret = (await key.textContent())!.replace(/\s/g, '')
  await expectAccessible(page)
  await picture(page, 'factors-app-vi')
  await page.getByLabel(factors!.appCode!).fill(app.wrongCode(secret))
  await page.getByRole('button', { name: common!.confirm! }).click()
  await expect(page.getByText(refusal!.second_factor_wrong!)).toBeVisible()
  const code = app.codeOf(secret)
  await page.getByLabel(factors!.appCode!).fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.getByRole('button', { name: common!.confirm! }).click()
  await expect(page.getByText(success!.added!)).toBeVisible()

  await expect(page.getByRole('listitem')).toHaveCount(10)
  const codes = await page.getByRole('listitem').allTextContents()
  await expect(page.getByRole('button', { name: common!.done! })).toBeDisabled()
  await expectAccessible(page)
  await picture(page, 'factors-codes-vi')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: factors!.download! }).click(),
  ])
  expect(await readFile(await file.path(), 'utf8')).toBe(`Clearball\n${codes.join('\n')}\n`)
  await page.getByLabel(factors!.kept!).check()
  await page.getByRole('button', { name: common!.done! }).click()
  await expect(page.getByText(factors!.codesLeft!.replace('{{count}}', '10'))).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'factors-list-vi')

  house.clock.forward(stepMs)
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.removeItem('clearball.signed-in'))
  await page.goto(`${house.playerUrl}/account/login?next=/my/factors`)
  await page.getByLabel(account!.accountOrEmail!, { exact: true }).fill(giang.account)
  await page.getByLabel(account!.password!, { exact: true }).fill(testPassword)
  await page.getByRole('button', { name: account!.login! }).click()
  await page.getByLabel(account!.secondFactor!).fill(app.codeOf(secret))
  await page.getByRole('button', { name: account!.login! }).click()
  await expect(page).toHaveURL(`${house.playerUrl}/my/factors`)

  await page.getByRole('button', { name: factors!.removeTitle!.replace('{{name}}', factors!.app!) }).click()
  await page.getByLabel(account!.password!, { exact: true }).fill(testPassword)
  await page.getByRole('button', { name: common!.continue! }).click()
  await page.getByLabel(account!.secondFactor!).fill('not-a-code')
  await page.getByRole('button', { name: common!.continue! }).click()
  await expect(page.getByRole('alert')).toHaveText(refusal!.second_factor_wrong!)
  await expectAccessible(page)
  await picture(page, 'factors-proof-vi')
  await page.getByLabel(account!.secondFactor!).fill(codes[0]!)
  await page.getByRole('button', { name: common!.continue! }).click()
  await expect(page.getByText(success!.modified!)).toBeVisible()
  await expect(page.getByText(factors!.none!)).toBeVisible()
  complaints.forgive(/403/)
})

test('a passkey is added, and answers for the next change', async ({ page, house }) => {
  const { account, factors, common, success } = await wordsOf('en')
  const hoa = await house.player({ language: 'en' })
  // Browsers make passkeys for names, not for numbers.
  const url = house.playerUrl.replace('127.0.0.1', 'localhost')
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
  await enter(page, hoa, { path: '/my/factors', locale: 'en', url })
  await page.getByRole('button', { name: factors!.addPasskey! }).click()
  await page.getByLabel(account!.password!, { exact: true }).fill(testPassword)
  await page.getByRole('button', { name: common!.continue! }).click()
  await expect(page.getByRole('button', { name: factors!.makePasskey! })).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'factors-passkey-en')
  await page.getByRole('button', { name: factors!.makePasskey! }).click()
  await expect(page.getByText(success!.added!)).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveCount(10)
  const before = await page.getByRole('listitem').allTextContents()
  await page.getByLabel(factors!.kept!).check()
  await page.getByRole('button', { name: common!.done! }).click()

  await page.getByRole('button', { name: factors!.codes! }).click()
  await page.getByLabel(account!.password!, { exact: true }).fill(testPassword)
  await page.getByRole('button', { name: common!.continue! }).click()
  const usePasskey = page.getByRole('button', { name: factors!.usePasskey! })
  await expect(usePasskey).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'factors-proof-en')
  await usePasskey.click()
  await expect(page.getByRole('listitem')).toHaveCount(10)
  expect(await page.getByRole('listitem').allTextContents()).not.toEqual(before)
})
