import { playerFactors } from '#contract/factors'
import { totpCode } from '#server/features/factors/totp'
import { testPassword } from '#server/testing/person'
import { expect, fillRegistration, expectAccessible, picture, test, wordsOf } from './journey.ts'

test('a wrong password says so in place and loses nothing that was typed', async ({ page, house, complaints }) => {
  const { account, refusal } = await wordsOf('vi')
  const an = await house.player()
  await page.goto(`${house.playerUrl}/account/login`)
  await page.getByLabel(account!.accountOrEmail!, { exact: true }).fill(an.account)
  await page.getByLabel(account!.password!, { exact: true }).fill('not this one')
  await page.getByRole('button', { name: account!.login! }).click()
  await expect(page.getByRole('alert')).toHaveText(refusal!.login_password_wrong!)
  await expect(page.getByLabel(account!.accountOrEmail!, { exact: true })).toHaveValue(an.account)
  await picture(page, 'login-wrong')
  expect(complaints.splice(0)).toEqual([expect.stringContaining('403')])
})

test('after three wrong passwords the browser quietly proves to be one, and the right password lets in', async ({
  page,
  house,
  complaints,
}) => {
  const { account, refusal, common, success } = await wordsOf('vi')
  const an = await house.player()
  const enter = async (password: string) => {
    await page.getByLabel(account!.password!, { exact: true }).fill(password)
    await page.getByRole('button', { name: account!.login! }).click()
  }
  await page.goto(`${house.playerUrl}/account/login`)
  await page.getByLabel(account!.accountOrEmail!, { exact: true }).fill(an.account)
  // It is asked for after the first wrong password, long before it is needed.
  const challenge = Promise.withResolvers<void>()
  await page.route('**/api/v1/captcha?*', async (route) => {
    await challenge.promise
    await route.continue()
  })
  for (let at = 0; at < 3; at++) {
    const answered = page.waitForResponse('**/api/v1/session')
    await enter(`not this one ${at}`)
    await answered
    await expect(page.getByRole('alert')).toHaveText(refusal!.login_password_wrong!)
  }
  await enter(testPassword)
  await expect(page.getByRole('alert')).toHaveText(refusal!.too_many_requests!.replace('{{seconds}}', '5'))
  house.clock.forward(5_000)
  await enter(testPassword)
  await expect(page.getByRole('alert')).toHaveText(common!.notRobot!)
  await expectAccessible(page)
  await picture(page, 'login-captcha')
  challenge.resolve()
  await expect(page.getByText(success!.signed_in!)).toBeVisible()
  expect(complaints.splice(0).map((each) => /\d{3}/.exec(each)?.[0])).toEqual(['403', '403', '403', '429', '403'])
})

test('a registration whose answer is lost is asked again with the same key and registers once', async ({
  page,
  house,
  complaints,
}) => {
  const { account, success, common } = await wordsOf('vi')
  await page.goto(`${house.playerUrl}/account/register`)
  await fillRegistration(page, 'vi', {
    account: 'Lost_once',
    email: 'lost@players.example',
    phone: '0911111111',
    password: testPassword,
  })
  let lost = 0
  await page.route('**/api/v1/accounts', async (route) => {
    if (lost++ > 0) return route.continue()
    // The request arrives and is carried out; only the answer never comes back.
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: account!.register! }).click()
  await expect(page.getByRole('alert')).toHaveText(common!.checking!)
  await picture(page, 'register-checking')
  await expect(page.getByText(success!.registered!)).toBeVisible()
  const made = await house.app.db.query.selectFrom('player').select('id').where('account', '=', 'Lost_once').execute()
  expect(made).toHaveLength(1)
  expect(complaints.splice(0)).toEqual([expect.stringContaining('ERR_CONNECTION_RESET')])
})

test('a new player is told that they have registered and is let in, once, even if the app cannot ask at first who is logged in', async ({
  page,
  house,
  complaints,
}) => {
  const { account, success, home } = await wordsOf('vi')
  await page.goto(`${house.playerUrl}/account/register`)
  await fillRegistration(page, 'vi', {
    account: 'Let_in_once',
    email: 'once@players.example',
    phone: '0933333333',
    password: testPassword,
  })
  let registrations = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v1/accounts')) registrations++
  })
  let asked = 0
  await page.route('**/api/v1/me', (route) => (asked++ < 2 ? route.abort('connectionreset') : route.continue()))
  await page.getByRole('button', { name: account!.register! }).click()
  await expect(page.getByText(success!.registered!)).toBeVisible()
  await expect(page.getByText(home!.greeting!.replace('{{name}}', 'Let_in_once'))).toBeVisible()
  expect(registrations).toBe(1)
  complaints.forgive(/ERR_CONNECTION_RESET/)
})

test('a taken account is told beside its field', async ({ page, house, complaints }) => {
  const { account, refusal } = await wordsOf('vi')
  const an = await house.player()
  await page.goto(`${house.playerUrl}/account/register`)
  await fillRegistration(page, 'vi', {
    account: an.account.toUpperCase(),
    nickname: 'An',
    email: 'fresh@players.example',
    phone: '0922222222',
    password: testPassword,
  })
  await page.getByRole('button', { name: account!.register! }).click()
  await expect(page.getByText(refusal!.identity_taken_account!)).toBeVisible()
  await expect(page.getByLabel(account!.account!, { exact: true })).toBeFocused()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('409')])
})

test('an unknown path says so and leads home', async ({ page, house }) => {
  const { page: words } = await wordsOf('vi')
  await page.goto(`${house.playerUrl}/no/such/place`)
  await expect(page.getByRole('heading', { name: words!.notFoundTitle! })).toBeVisible()
  await picture(page, 'not-found')
  await page.getByRole('link', { name: words!.home! }).click()
  await expect(page).toHaveURL(`${house.playerUrl}/`)
})

test('who has an authenticator app is asked for its code, and a wrong one is told in place', async ({
  page,
  house,
  complaints,
}) => {
  const { account, refusal, home } = await wordsOf('vi')
  const an = await house.player()
  const { ticket } = await an.call(playerFactors.ask, { password: testPassword })
  const { id, secret } = await an.call(playerFactors.beginTotp, { ticket, name: 'Phone' })
  await an.call(playerFactors.confirmTotp, { id, code: totpCode(secret, house.clock.nowMs()) })
  await page.goto(`${house.playerUrl}/account/login`)
  await page.getByLabel(account!.accountOrEmail!, { exact: true }).fill(an.account)
  await page.getByLabel(account!.password!, { exact: true }).fill(testPassword)
  await page.getByRole('button', { name: account!.login! }).click()
  await page.getByLabel(account!.secondFactor!, { exact: true }).fill(totpCode(secret, house.clock.nowMs()))
  await expectAccessible(page)
  await picture(page, 'login-second-factor')
  await page.getByRole('button', { name: account!.login! }).click()
  // The code that set the app up is spent.
  await expect(page.getByRole('alert')).toHaveText(refusal!.second_factor_wrong!)
  house.clock.forward(30_000)
  await page.getByLabel(account!.secondFactor!, { exact: true }).fill(totpCode(secret, house.clock.nowMs()))
  await page.getByRole('button', { name: account!.login! }).click()
  await expect(page.getByText(home!.greeting!.replace('{{name}}', an.account))).toBeVisible()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('403')])
})
