import { games } from '#core/games/catalogue'
import { appIsUp, expect, expectAccessible, fillRegistration, picture, test, wordsOf } from './journey.ts'

test('the app moves into the page that was drawn before it came: nothing is replaced, and the focus stays', async ({
  page,
  house,
}) => {
  const { account } = await wordsOf('vi')
  const come = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await come.promise
    await route.continue()
  })
  await page.goto(house.playerUrl, { waitUntil: 'commit' })
  const login = page.getByRole('link', { name: account!.login! })
  await login.focus()
  const node = await login.elementHandle()
  come.resolve()
  await appIsUp(page)
  await expect(login).toBeFocused()
  expect(await node.evaluate((each) => each.isConnected)).toBe(true)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${house.playerUrl}/account/login`)
})

for (const locale of ['vi', 'en', 'th'] as const) {
  test(`a visitor registers, logs in, sees the nine games and logs out (${locale})`, async ({ page, house }) => {
    const words = await wordsOf(locale)
    const { account, home, success } = words as Record<string, Record<string, string>> & typeof words

    await page.goto(locale === 'vi' ? house.playerUrl : `${house.playerUrl}/?lang=${locale}`)
    await expect(page.getByRole('listitem')).toHaveCount(9)
    for (const { code } of games) await expect(page.getByText(words.game![code]!, { exact: true })).toBeVisible()
    await appIsUp(page)
    await expectAccessible(page)

    await page.getByRole('link', { name: account!.register!, exact: true }).click()
    await expect(page).toHaveURL(`${house.playerUrl}/account/register`)
    await expect(page.getByRole('heading', { name: account!.register! })).toBeVisible()
    await page.getByRole('button', { name: account!.register! }).click()
    await expect(page.getByText(words.refusal!.account_missing!)).toBeVisible()
    await expect(page.getByText(words.refusal!.age_unconfirmed!)).toBeVisible()
    await expectAccessible(page)
    await picture(page, `register-errors-${locale}`)

    const linh = { account: 'Linh_2026', nickname: 'Linh', email: 'linh@players.example', phone: '0912345678' }
    await fillRegistration(page, locale, { ...linh, password: 'six leaves fall' })
    await page.getByLabel(account!.paymentNow!).check()
    await page.getByLabel(account!.payment!, { exact: true }).fill('six leaves fall')
    await page.getByLabel(account!.paymentRepeat!, { exact: true }).fill('six leaves fall')
    await page.getByRole('button', { name: account!.register! }).click()
    await expect(page.getByText(words.refusal!.passwords_same!)).toBeVisible()
    await page.getByLabel(account!.payment!, { exact: true }).fill('paying with stones')
    await page.getByLabel(account!.paymentRepeat!, { exact: true }).fill('paying with stones')
    await expectAccessible(page)
    await picture(page, `register-filled-${locale}`)
    await page.getByRole('button', { name: account!.register! }).click()
    await expect(page.getByText(success!.registered!)).toBeVisible()
    await expect(page).toHaveURL(`${house.playerUrl}/account/login`)

    await page.getByLabel(account!.accountOrEmail!, { exact: true }).fill('linh_2026')
    await page.getByLabel(account!.password!, { exact: true }).fill('six leaves fall')
    await expectAccessible(page)
    await picture(page, `login-${locale}`)
    await page.getByRole('button', { name: account!.login! }).click()
    await expect(page.getByText(success!.signed_in!)).toBeVisible()
    await expect(page).toHaveURL(`${house.playerUrl}/`)
    await expect(page.getByText(home!.greeting!.replace('{{name}}', 'Linh'))).toBeVisible()
    await expect(page.getByRole('listitem')).toHaveCount(9)
    await expectAccessible(page)

    const other = await page.context().newPage()
    await other.goto(house.playerUrl)
    await expect(other.getByText(home!.greeting!.replace('{{name}}', 'Linh'))).toBeVisible()

    await page.getByRole('link', { name: words.page!.mine!, exact: true }).click()
    await page.getByRole('button', { name: account!.logout! }).click()
    await expect(page.getByRole('dialog')).toContainText(words.mine!.logoutTitle!)
    await expectAccessible(page)
    await picture(page, `logout-${locale}`)
    await page.getByRole('dialog').getByRole('button', { name: account!.logout! }).click()
    await expect(page).toHaveURL(`${house.playerUrl}/`)
    await expect(page.getByRole('link', { name: account!.login! })).toBeVisible()
    // The other tab hears it and leaves too, without being touched.
    await expect(other.getByRole('link', { name: account!.login! })).toBeVisible()
  })
}
