import type { Page } from '@playwright/test'
import type { Locale } from '#contract/locales'
import { me } from '#contract/people/me'
import { beginExclusion } from '#contract/people/protection'
import { exclusionMs } from '#core/rules/play/exclusion'
import { enter, expect, expectAccessible, go, heardLive, picture, test, wordsOf } from '../journey.ts'

const minuteMs = 60_000

/** Nothing sticks out to the side on the narrowest phone. */
async function expectFits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
}

const shortDate = (ms: number, locale: Locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(ms)

test('a break is chosen, explained and begun; then every place where one would play says until when', async ({
  page,
  house,
}) => {
  const { protection, page: words, my, common } = await wordsOf('en')
  const an = await house.player({ balance: '20.00', certified: true })
  const phone = house.visitor()
  await phone.signIn(an.account, an.password)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.clock.setFixedTime(house.clock.nowMs())
  await enter(page, an, { path: '/my/limits', locale: 'en', url: house.playerUrl })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await button(protection!.break!).click()
  await expectAccessible(page)
  await picture(page, 'break-choice')
  await button('1 year').click()
  const until = shortDate(house.clock.nowMs() + exclusionMs('year'), 'en')
  await expect(page.getByRole('dialog')).toContainText(until)
  await picture(page, 'break-meaning')
  await page.getByRole('dialog').getByRole('button', { name: words!.back! }).click()
  await button(common!.cancel!).click()
  expect((await an.call(me, {})).exclusion).toBeNull()

  await button(protection!.break!).click()
  await button('1 year').click()
  await button(protection!.begin!).click()
  await expect(page.getByText(protection!.begun!)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText(until)).toBeVisible()
  await expectFits(page)
  await expectAccessible(page)
  await picture(page, 'break-limits')
  expect((await phone.fetch('/api/v1/me')).status).toBe(401)
  for (const path of ['/', '/my/my', '/pay/recharge']) {
    await go(page, path)
    const notice = page.getByRole('paragraph').filter({ hasText: until, visible: true })
    await expect(notice.getByRole('link', { name: my!.limits! })).toBeVisible()
    await expectFits(page)
    await picture(page, `break-${path.slice(1).replace('/', '-') || 'home'}`)
  }
  await expectAccessible(page)
  // Longer is possible, shorter is not offered.
  await go(page, '/my/limits')
  await button(protection!.longer!).click()
  await expect(button('1 year')).toHaveCount(0)
  await expect(button('5 years')).toBeVisible()
})

test('whoever waited out a self-exclusion asks to return, and is told when playing opens', async ({ page, house }) => {
  const { protection } = await wordsOf('vi')
  const an = await house.player()
  await an.call(beginExclusion, { span: 'six_months' })
  house.clock.forward(exclusionMs('six_months'))
  await an.signIn(an.account, an.password)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.clock.setFixedTime(house.clock.nowMs())
  await enter(page, an, { path: '/my/limits', locale: 'vi', url: house.playerUrl })
  await page.getByRole('button', { name: protection!.return! }).scrollIntoViewIfNeeded()
  await picture(page, 'break-return-vi')
  await page.getByRole('button', { name: protection!.return! }).click()
  await expect(page.getByText(protection!.returnNoted!)).toBeVisible()
  await expect(page.getByText(shortDate(house.clock.nowMs() + 86_400_000, 'vi'))).toBeVisible()
  await expect(page.getByRole('button', { name: protection!.return! })).toHaveCount(0)
  await expectFits(page)
})

test('the reality check comes when it is due, stays until it is answered, and leads to a break', async ({
  page,
  house,
}) => {
  const { protection, home, account } = await wordsOf('th')
  const an = await house.player({ balance: '20.00' })
  await page.setViewportSize({ width: 360, height: 740 })
  await enter(page, an, { path: '/my/limits', locale: 'th', url: house.playerUrl })
  await page.getByText('15 นาที').click()
  await expect(page.getByRole('radio', { name: '15 นาที' })).toBeChecked()
  await expect.poll(async () => (await an.call(me, {})).realityCheckInMs).toBe(15 * minuteMs)
  await picture(page, 'reality-choice-th')

  // Three seconds before it is due, by the server's clock; the browser's own is of another day.
  house.clock.forward(15 * minuteMs - 3_000)
  await page.goto('about:blank')
  const heard = heardLive(page)
  await page.goto(house.playerUrl)
  await expect(page.getByText(home!.balance!)).toBeAttached()
  await heard
  const openedAt = Date.now()
  house.clock.forward(3_000)
  const sheet = page.getByRole('dialog', { name: protection!.checkTitle! })
  await expect(sheet).toHaveCount(0)
  await expect(sheet).toBeVisible({ timeout: 8_000 })
  const waitedMs = Date.now() - openedAt
  expect(Math.abs(waitedMs - 3_000), `shown after ${waitedMs} ms`).toBeLessThan(5_000)
  await expect(sheet).toContainText('15 นาที')
  await expect(sheet).toContainText(protection!.net!)
  await expectAccessible(page)
  await expectFits(page)
  await picture(page, 'reality-check-th')
  for (let times = 0; times < 3; times++) await page.keyboard.press('Escape')
  await expect(sheet).toBeVisible()
  await page.reload()
  await expect(sheet).toBeVisible()
  await sheet.getByRole('button', { name: protection!.goOn! }).click()
  await expect(sheet).toHaveCount(0)
  expect((await an.call(me, {})).realityCheckInMs).toBe(15 * minuteMs)

  house.clock.forward(15 * minuteMs)
  await page.reload()
  await sheet.getByRole('button', { name: protection!.break! }).click()
  await expect(page.getByRole('dialog', { name: protection!.howLong! })).toBeVisible()
  await page.keyboard.press('Escape')
  await sheet.getByRole('button', { name: account!.logout! }).click()
  await expect(page.getByRole('link', { name: account!.login!, exact: true })).toBeVisible()
})

test('a page that is open elsewhere is logged out at once', async ({ page, house, complaints }) => {
  const { account } = await wordsOf('en')
  const an = await house.player()
  const tab = house.visitor()
  await tab.signIn(an.account, an.password)
  const listens = heardLive(page)
  await enter(page, { ...an, cookies: tab.cookies }, { path: '/', locale: 'en', url: house.playerUrl })
  await listens
  await expect(page.getByText('$0.00', { exact: true })).toBeVisible()
  await an.call(beginExclusion, { span: 'day' })
  await expect(page.getByRole('link', { name: account!.login!, exact: true })).toBeVisible()
  // What the page asked for once it listened may be asked for after the end.
  complaints.forgive(/401/)
})
