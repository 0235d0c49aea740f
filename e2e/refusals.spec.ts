import { testInvitation, testPassword } from '#server/testing/person'
import { expect, picture, test, wordsOf } from './journey.ts'

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

test('a registration whose answer is lost is asked again with the same key and registers once', async ({
  page,
  house,
  complaints,
}) => {
  const { account, success, common } = await wordsOf('vi')
  await page.goto(`${house.playerUrl}/account/register`)
  await page.getByLabel(account!.account!, { exact: true }).fill('Lost_once')
  await page.getByLabel(account!.email!, { exact: true }).fill('lost@players.example')
  await page.getByLabel(account!.password!, { exact: true }).fill(testPassword)
  await page.getByLabel(account!.repeat!, { exact: true }).fill(testPassword)
  await page.getByLabel(account!.invitation!, { exact: true }).fill(testInvitation)
  await page.getByLabel(account!.over18!).check()
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

test('a taken account is told beside its field', async ({ page, house, complaints }) => {
  const { account, refusal } = await wordsOf('vi')
  const an = await house.player()
  await page.goto(`${house.playerUrl}/account/register`)
  await page.getByLabel(account!.account!, { exact: true }).fill(an.account.toUpperCase())
  await page.getByLabel(account!.email!, { exact: true }).fill('fresh@players.example')
  await page.getByLabel(account!.password!, { exact: true }).fill(testPassword)
  await page.getByLabel(account!.repeat!, { exact: true }).fill(testPassword)
  await page.getByLabel(account!.invitation!, { exact: true }).fill(testInvitation)
  await page.getByLabel(account!.over18!).check()
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
