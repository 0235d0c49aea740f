import { confirmationLifeMs } from '#core/rules/session'
import { enter, expect, statuses, test, wordsOf } from '../journey.ts'

const { account, common, profile, refusal, page: words, success } = await wordsOf('en')

test('a change of the phone number whose answer is lost is told as made', async ({ page, house, complaints }) => {
  const an = await house.player()
  await enter(page, an, { path: '/my/userdata', locale: 'en', url: house.playerUrl })
  await page.getByRole('button', { name: account!.phone! }).click()
  await page.getByLabel(account!.country!).selectOption('TH')
  await page.getByLabel(profile!.newPhone!).fill('081 234 5678')
  await page.getByRole('button', { name: profile!.sendCode! }).click()
  const [mail] = await house.mailsTo(`${an.account}@players.example`, ({ subject }) => /\d{8}/.test(subject))
  await page.getByLabel(profile!.code!).fill(/\d{8}/.exec(mail!.subject)![0])
  let isReachable = false
  await page.route('**/api/v1/me/changes/confirm', async (route) => {
    if (isReachable) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  // Who the player is cannot be asked at first either.
  await page.route('**/api/v1/me', (route) => (isReachable ? route.continue() : route.abort()))
  const confirm = page.getByRole('dialog').getByRole('button', { name: common!.confirm! })
  await confirm.click()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(common!.unreachable!)
  isReachable = true
  await confirm.click()
  await expect(page.getByText(success!.modified!)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('+66812345678')).toBeVisible()
  await expect(page.getByText(refusal!.code_invalid!)).toHaveCount(0)
  complaints.forgive(/ERR_(FAILED|CONNECTION_RESET)/)
  expect(statuses(complaints)).toEqual(['422'])
})

for (const isReachable of [true, false])
  test(`where the question for the password cannot be fetched and the server ${isReachable ? 'answers' : 'does not answer'}, it is said what helps`, async ({
    page,
    house,
    complaints,
  }) => {
    const an = await house.player()
    await enter(page, an, { path: '/my/userdata', locale: 'en', url: house.playerUrl })
    house.clock.forward(confirmationLifeMs.player + 1)
    await page.route('**/assets/PasswordForm-*.js', (route) => route.abort())
    if (!isReachable) await page.route('**/api/health', (route) => route.abort())
    await page.getByRole('button', { name: account!.email! }).click()
    await page.getByLabel(profile!.newEmail!).fill('an.new@players.example')
    await page.getByRole('button', { name: profile!.sendCode! }).click()
    await expect(page.locator('output[popover]')).toHaveText(isReachable ? words!.brokenText! : common!.unreachable!)
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText(refusal!.confirm_again!)
    complaints.forgive(/ERR_FAILED|Failed to fetch|403/)
  })
