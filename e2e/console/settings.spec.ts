import type { Browser } from '@playwright/test'
import { me } from '#contract/people/me'
import { type House, expect, expectAccessible, picture, settled, test } from '../journey.ts'
import { desktop, enterConsole, forgiveLoggedOut, fact } from './desk.ts'

test.use(desktop)

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

/** A player's browser at a path of the app, beside the operators'. */
async function playerAt(browser: Browser, house: House, path: string) {
  const page = await (await browser.newContext({ ...phone, serviceWorkers: 'block' })).newPage()
  await page.goto(house.playerUrl + path)
  await settled(page, path.split('?')[0]!)
  return page
}

test('what an operator announces is what players read, in their language or the fallback, until it is withdrawn', async ({
  page,
  house,
  browser,
  complaints,
}) => {
  await enterConsole(page, house, { role: 'admin', path: '/announcements' })
  await page.getByLabel('Simplified Chinese').fill('中午维护。')
  await page.getByLabel('English').fill('Maintenance at noon.')
  await page.getByLabel('Until').fill('2026-11-03T11:00')
  await page.getByRole('button', { name: 'Preview in all languages' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Announce' }).click()
  await expect(page.getByText('shown now')).toBeVisible()
  await expect(page.getByText(/falls back in: vi, ja/)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'console-announcements')
  const player = await playerAt(browser, house, '/?lang=en')
  await expect(player.getByRole('button', { name: 'Maintenance at noon.' })).toBeVisible()
  const french = await playerAt(browser, house, '/?lang=fr')
  await expect(french.getByRole('button', { name: '中午维护。' })).toBeVisible()

  await page.locator('summary').click()
  await page.getByLabel('Reason').fill('It is over earlier.')
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('“It is over earlier.”')).toBeVisible()
  await player.goto(`${house.playerUrl}/?lang=en`)
  await settled(player, '/')
  await expect(player.getByText('Maintenance at noon.')).toHaveCount(0)
  await player.context().close()
  await french.context().close()
  forgiveLoggedOut(complaints)
})

test('quick answers and the page about us say what an operator worded anew', async ({
  page,
  house,
  browser,
  complaints,
}) => {
  await enterConsole(page, house, { role: 'admin', path: '/answers' })
  await page.getByLabel('Language').last().selectOption('en')
  const topic = page.locator('main').getByText('Withdrawal', { exact: true }).locator('xpath=../..')
  await topic.getByRole('button', { name: 'Reword' }).click()
  await topic.getByLabel('Question').fill('When is my money there?')
  await topic.getByLabel('Answer').fill('Within a day of being passed.')
  await expectAccessible(page)
  await picture(page, 'console-answers')
  await topic.getByRole('button', { name: 'Save' }).click()
  await expect(topic.getByText('Within a day of being passed.').first()).toBeVisible()

  await page.getByRole('link', { name: 'About us, licence and terms' }).click()
  const about = page.locator('main').getByText('About us', { exact: true }).locator('xpath=../..')
  await about.getByLabel('Text').fill('Clearball is run by a house of glass.')
  await about.getByLabel('Reason').fill('The lawyers agreed to this.')
  await about.getByRole('button', { name: 'Save' }).click()
  await expect(about.getByText('written here')).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'console-texts')

  const player = await playerAt(browser, house, '/kefu/kefu?lang=en')
  await player.getByText('When is my money there?').click()
  await expect(player.getByText('Within a day of being passed.')).toBeVisible()
  await player.goto(`${house.playerUrl}/my/about?lang=en`)
  await expect(player.getByText('Clearball is run by a house of glass.')).toBeVisible()
  await player.context().close()
  forgiveLoggedOut(complaints)
})

test('a country that two people withdrew is gone from the picker, and nobody registers from there', async ({
  page,
  house,
  browser,
  complaints,
}) => {
  await enterConsole(page, house, { role: 'admin', path: '/countries' })
  await page.getByLabel('Add a country').selectOption('FR')
  await page.getByLabel('Add a country').selectOption('AU')
  await page.getByLabel('Reason').fill('Our licence does not cover them.')
  await expectAccessible(page)
  await picture(page, 'console-countries')
  await page.getByRole('button', { name: 'Propose' }).click()
  await expect(page.getByText('Proposed; a second person decides')).toBeVisible()
  const before = await playerAt(browser, house, '/account/nation?lang=en')
  await expect(before.getByRole('button', { name: /^France/ })).toBeVisible()

  const risk = await (await browser.newContext(desktop)).newPage()
  await enterConsole(risk, house, { role: 'risk', path: '/proposals' })
  await risk.getByRole('button', { name: 'Approve' }).click()
  await risk.getByRole('button', { name: 'Put into effect' }).click()
  await expect(risk.getByText('Nothing here.')).toBeVisible()

  const after = await playerAt(browser, house, '/account/nation?lang=en')
  await expect(after.getByRole('button', { name: /^Austria/ })).toBeVisible()
  await expect(after.getByRole('button', { name: /^(France|Australia)/ })).toHaveCount(0)
  for (const each of [before, after, risk]) await each.context().close()
  forgiveLoggedOut(complaints)
})

test('K3: risk links an account to staff, and its file says who did and why', async ({ page, house, complaints }) => {
  const an = await house.player({ balance: '20.00', certified: true })
  await enterConsole(page, house, { role: 'risk', path: `/players/${an.id}` })
  await page.getByLabel('Status', { exact: true }).selectOption('staff')
  await page.getByLabel('Reason, for the log').fill('Married to our night manager.')
  await page.getByRole('button', { name: 'Change' }).click()
  await expect(fact(page, 'Linked to staff')).toContainText('“Married to our night manager.”, risk')
  await expect(fact(page, 'Status')).toHaveText('staff, does not play')
  await expectAccessible(page)
  await picture(page, 'console-player-staff')
  expect(await an.call(me, {})).toMatchObject({ status: 'staff' })
  forgiveLoggedOut(complaints)
})
