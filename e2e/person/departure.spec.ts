import { setPlayerStatus } from '#contract/console/players'
import { endOtherSessions } from '#contract/people/sessions'
import { testPassword } from '#server/testing/person'
import { enter, expect, expectAccessible, heardLive, picture, settled, test, wordsOf } from '../journey.ts'

const { refusal, page: pages, account: words } = await wordsOf('en')

test('the guard says that one is not logged in, and leads on once one is', async ({ page, house }) => {
  const an = await house.player()
  await page.goto(`${house.playerUrl}/pay/withdraw?lang=en`)
  await settled(page, '/account/login')
  await expect(page.getByText(refusal!.not_signed_in!, { exact: true })).toBeVisible()
  await picture(page, 'login-guarded')
  await page.getByLabel(words!.accountOrEmail!).fill(an.account)
  await page.getByLabel(words!.password!, { exact: true }).fill(testPassword)
  await page.getByRole('button', { name: words!.login! }).click()
  await settled(page, '/pay/withdraw')
  await expect(page.getByText(refusal!.not_signed_in!, { exact: true })).toHaveCount(0)
})

test('a session that was ended elsewhere says so, on the page that it leads to', async ({
  page,
  house,
  complaints,
}) => {
  const an = await house.player()
  const phone = house.visitor()
  await phone.signIn(an.account, testPassword)
  const heard = heardLive(page)
  await enter(page, an, { path: '/my/my', locale: 'en', url: house.playerUrl })
  await heard
  await phone.call(endOtherSessions, {})
  await settled(page, '/account/login')
  await expect(page.getByRole('alert').getByText(refusal!.session_broken!)).toBeVisible()
  await expect(page.getByText(refusal!.not_signed_in!, { exact: true })).toHaveCount(0)
  // What the page asked for once it listened may be asked for after the end.
  complaints.forgive(/401/)
})

test('somebody frozen while playing is told why they are logged out, there and on coming back', async ({
  page,
  house,
  complaints,
}) => {
  const [an, risk] = [await house.player(), await house.operator('risk')]
  const heard = heardLive(page)
  await enter(page, an, { path: '/play/game?game=race', locale: 'en', url: house.playerUrl })
  await heard
  await risk.call(setPlayerStatus, { id: an.id, status: 'frozen', reason: 'looked at for a journey' })
  const told = page.getByRole('alert').filter({ hasText: refusal!.session_broken_frozen! })
  await expect(told).toBeVisible()
  await expect(told.getByRole('link', { name: words!.login! })).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'frozen-while-playing')
  // Who was away when it happened has only the answer to the next question to go by.
  await page.evaluate(() => localStorage.setItem('clearball.signed-in', '1'))
  await page.goto(`${house.playerUrl}/my/my`)
  await settled(page, '/account/login')
  await expect(told).toBeVisible()
  await risk.call(setPlayerStatus, { id: an.id, status: 'abnormal', reason: 'looked at for a journey' })
  await page.evaluate(() => localStorage.setItem('clearball.signed-in', '1'))
  await page.goto(`${house.playerUrl}/my/my`)
  const abnormal = page.getByRole('alert').filter({ hasText: refusal!.session_broken_abnormal! })
  await expect(abnormal.getByRole('link', { name: pages!.support! })).toBeVisible()
  expect(complaints.some((each) => each.includes('401'))).toBe(true)
  complaints.forgive(/401/)
})
