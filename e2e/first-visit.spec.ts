import { games } from '#core/games/catalogue'
import {
  type Words,
  appIsUp,
  expect,
  expectAccessible,
  fillRegistration,
  picture,
  settled,
  test,
  wordsOf,
} from './journey.ts'
import { inEach } from './visit/speaking.ts'

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

test('a visitor registers, is logged in at once, sees the nine games and logs out, in several languages', async ({
  page,
  house,
}) => {
  const [vi, en, th] = [await wordsOf('vi'), await wordsOf('en'), await wordsOf('th')]
  const button = (name: string) => page.getByRole('button', { name })
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const greeting = ({ home }: Words) => home!.greeting!.replace('{{name}}', 'Linh')

  await page.goto(house.playerUrl)
  await appIsUp(page)
  await inEach(page, ['vi', 'en', 'th'], async (words) => {
    await expect(page.getByRole('listitem')).toHaveCount(9)
    for (const { code } of games) await expect(page.getByText(words.game![code]!, { exact: true })).toBeVisible()
    await expectAccessible(page)
  })

  // Registers in Thai.
  await page.getByRole('link', { name: th.account!.register!, exact: true }).click()
  await expect(page).toHaveURL(`${house.playerUrl}/account/register`)
  await button(th.common!.continue!).click()
  await inEach(page, ['vi', 'en', 'th'], async ({ account, arrive, refusal }, locale) => {
    await expect(page.getByRole('heading', { name: account!.register! })).toBeVisible()
    await expect(page.getByRole('heading', { name: arrive!.account! })).toBeVisible()
    await expect(page.getByText(refusal!.account_missing!)).toBeVisible()
    await expectAccessible(page)
    await picture(page, `register-account-errors-${locale}`)
  })
  const linh = { account: 'Linh_2026', nickname: 'Linh', email: 'linh@players.example', phone: '0912345678' }
  await fillRegistration(page, 'th', { ...linh, password: 'six leaves fall' })
  await field(th.account!.nickname!).fill('')
  await page.getByLabel(th.account!.over18!).uncheck()
  await button(th.account!.register!).click()
  await inEach(page, ['vi', 'en', 'th'], async ({ refusal }, locale) => {
    await expect(page.getByText(refusal!.nickname_missing!)).toBeVisible()
    await expect(page.getByText(refusal!.age_unconfirmed!)).toBeVisible()
    await expectAccessible(page)
    await picture(page, `register-errors-${locale}`)
  })
  // Back to the first step and on again, by the browser and by the form: everything typed is still there.
  await page.goBack()
  await expect(field(th.account!.account!)).toHaveValue('Linh_2026')
  await button(th.common!.continue!).click()
  await button(th.arrive!.backToAccount!).click()
  await expect(field(th.account!.password!)).toHaveValue('six leaves fall')
  await button(th.common!.continue!).click()
  await expect(field(th.account!.email!)).toHaveValue('linh@players.example')
  await field(th.account!.nickname!).fill('Linh')
  await page.getByLabel(th.account!.over18!).check()
  await page.getByLabel(th.account!.paymentNow!).check()
  await field(th.account!.payment!).fill('six leaves fall')
  await field(th.account!.paymentRepeat!).fill('six leaves fall')
  await button(th.account!.register!).click()
  await inEach(page, ['vi', 'en', 'th'], ({ refusal }) =>
    expect(page.getByText(refusal!.passwords_same!)).toBeVisible(),
  )
  await field(th.account!.payment!).fill('paying with stones')
  await field(th.account!.paymentRepeat!).fill('paying with stones')
  await inEach(page, ['vi', 'en', 'th'], async ({ account }, locale) => {
    await expect(field(account!.paymentRepeat!)).toHaveValue('paying with stones')
    await expectAccessible(page)
    await picture(page, `register-filled-${locale}`)
  })
  await button(th.account!.register!).click()
  await expect(page.getByText(th.success!.registered!)).toBeVisible()
  await expect(page).toHaveURL(`${house.playerUrl}/`)
  await expect(page.getByText(greeting(th))).toBeVisible()

  // Logs out, and in again in English.
  await page.getByRole('link', { name: th.page!.mine!, exact: true }).click()
  await button(th.account!.logout!).click()
  await page.getByRole('dialog').getByRole('button', { name: th.account!.logout! }).click()
  await settled(page, '/')
  await page.getByRole('link', { name: th.account!.login!, exact: true }).click()
  await settled(page, '/account/login')
  await field(th.account!.accountOrEmail!).fill('linh_2026')
  await field(th.account!.password!).fill('six leaves fall')
  await inEach(page, ['vi', 'th', 'en'], async ({ account }, locale) => {
    await expect(field(account!.accountOrEmail!)).toHaveValue('linh_2026')
    await expect(field(account!.password!)).toHaveValue('six leaves fall')
    await expectAccessible(page)
    await picture(page, `login-${locale}`)
  })
  await button(en.account!.login!).click()
  await expect(page.getByText(en.success!.signed_in!)).toBeVisible()
  await expect(page).toHaveURL(`${house.playerUrl}/`)
  await inEach(page, ['en', 'th', 'vi'], async (words) => {
    await expect(page.getByText(greeting(words))).toBeVisible()
    await expect(page.getByRole('listitem')).toHaveCount(9)
    await expectAccessible(page)
  })

  // Logs out in Vietnamese. The other tab hears it and leaves too, without being touched.
  const other = await page.context().newPage()
  await other.goto(house.playerUrl)
  await expect(other.getByText(greeting(vi))).toBeVisible()
  await page.getByRole('link', { name: vi.page!.mine!, exact: true }).click()
  await button(vi.account!.logout!).click()
  await inEach(page, ['en', 'th', 'vi'], async ({ mine }, locale) => {
    await expect(page.getByRole('dialog')).toContainText(mine!.logoutTitle!)
    await expectAccessible(page)
    await picture(page, `logout-${locale}`)
  })
  await page.getByRole('dialog').getByRole('button', { name: vi.account!.logout! }).click()
  await expect(page).toHaveURL(`${house.playerUrl}/`)
  const login = ({ account }: Words) => page.getByRole('link', { name: account!.login! })
  await inEach(page, ['en', 'th', 'vi'], (words) => expect(login(words)).toBeVisible())
  await expect(other.getByRole('link', { name: vi.account!.login! })).toBeVisible()
})
