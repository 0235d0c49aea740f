import type { Locator, Page } from '@playwright/test'
import { openDrawHouse } from '#server/testing/draws/draw-house'
import { openHouse } from '#server/testing/open-house'
import { test as base, appIsUp, expect, expectAccessible, lent, picture, settled, wordsOf } from '../journey.ts'
import { consoleWords, desktop, forgiveLoggedOut } from '../console/desk.ts'
import { flawsOf } from '../flaws.ts'

/** A demonstration as it starts by itself, with its player and its operators. */
const test = base.extend({ house: lent(() => openDrawHouse({ hasDemoPeople: true })) })

/** What a newcomer is told on home, in a language. */
async function firstTexts(locale: string): Promise<Record<string, string>> {
  const file = await import(`../../src/web/routes/index/first/texts/${locale}.json`, { with: { type: 'json' } })
  return (file as { default: Record<string, string> }).default
}

/** Taps and keys of a person, counted. */
function counted(page: Page) {
  let taps = 0
  let keys = 0
  return {
    tap: async (target: Locator) => {
      taps++
      await target.tap()
    },
    type: async (target: Locator, text: string) => {
      taps++
      keys += text.length
      await target.fill(text)
    },
    taps: () => taps,
    keys: () => keys,
    page,
  }
}

test('from opening the app to the first accepted bet: five taps, no key, within 20 s', async ({ page, house }) => {
  const { game, home, play, common, success } = await wordsOf('en')
  const { tap, taps, keys } = counted(page)
  await page.goto(`${house.playerUrl}/?lang=en`)
  await appIsUp(page)
  const began = Date.now()
  await tap(page.getByRole('button', { name: home!.tryDemo! }))
  await expect(page.getByText(home!.greeting!.replace('{{name}}', 'demo'))).toBeVisible()
  await tap(page.getByText(game!.k3_10m!, { exact: true }))
  await settled(page, '/play/czgame')
  await tap(page.locator('main:visible section[aria-labelledby]').first().getByRole('button').first())
  // What it costs and can win may stand on the button too.
  const slip = page.getByRole('complementary', { name: play!.slip! })
  await tap(slip.getByRole('button', { name: new RegExp(`^${play!.bet!}\\b`) }))
  await tap(page.getByRole('dialog').getByRole('button', { name: common!.confirm!, exact: true }))
  await expect(page.getByText(success!.purchased!)).toBeVisible()
  expect({ taps: taps(), keys: keys() }).toEqual({ taps: 5, keys: 0 })
  expect(Date.now() - began).toBeLessThan(20_000)
  const bets = await house.app.db.query.selectFrom('bet').select('stake').execute()
  expect(bets).toHaveLength(1)
})

test('registering asks for what the specification asks for, and nothing twice', async ({ page, house }) => {
  const { account, common, home, success } = await wordsOf('en')
  const { tap, type, taps } = counted(page)
  const field = (name: string) => page.getByLabel(account![name]!, { exact: true })
  await page.goto(`${house.playerUrl}/?lang=en`)
  await appIsUp(page)
  await tap(page.getByRole('link', { name: account!.register!, exact: true }))
  const captcha = page.waitForResponse('**/api/v1/captcha?purpose=register')
  await type(field('account'), 'Linh_2026')
  // The captcha is on its way while the rest is typed.
  await captcha
  await type(field('password'), 'six leaves fall')
  await type(field('repeat'), 'six leaves fall')
  await tap(page.getByRole('button', { name: common!.continue! }))
  await type(field('nickname'), 'Linh')
  await type(field('email'), 'linh@players.example')
  await type(field('phone'), '0912345678')
  await expect(field('invitation')).toHaveValue('WELCOME')
  await tap(page.getByLabel(account!.over18!))
  await tap(page.getByRole('button', { name: account!.register! }))
  await expect(page.getByText(success!.registered!)).toBeVisible()
  await settled(page, '/')
  await expect(page.getByText(home!.greeting!.replace('{{name}}', 'Linh'))).toBeVisible()
  // Six fields, the box, and a button for the page and for each step; the country stands there already.
  expect(taps()).toBe(10)
  const says = await firstTexts('en')
  const steps = page.getByRole('region', { name: says.steps! })
  await expect(steps.getByRole('link', { name: says.certify! })).toBeVisible()
  await expect(steps.getByRole('link', { name: says.topUpDemo! })).toBeVisible()
  await expectAccessible(page)
  expect(await flawsOf(page, {})).toEqual([])
  await picture(page, 'first-steps-en')
  await tap(steps.getByRole('link', { name: says.certify! }))
  await settled(page, '/my/certification')
})

test('the log-in page offers the demo player too, and leads to where the visitor was going', async ({
  page,
  house,
}) => {
  const { home, refusal } = await wordsOf('vi')
  await page.goto(`${house.playerUrl}/pay/xzlist`)
  await settled(page, '/account/login')
  await expect(page.getByText(refusal!.not_signed_in!)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'login-demo-vi')
  await page.getByRole('button', { name: home!.tryDemo! }).click()
  await settled(page, '/pay/xzlist')
})

test('the tour is shown once, moves nothing, stops nobody and is closed with one tap', async ({ page, house }) => {
  const { game } = await wordsOf('vi')
  const says = await firstTexts('vi')
  await page.addInitScript(() => {
    if (localStorage.getItem('clearball.tour') === 'seen' && !sessionStorage.getItem('again')) {
      sessionStorage.setItem('again', '1')
      localStorage.removeItem('clearball.tour')
    }
  })
  await page.goto(house.playerUrl)
  await appIsUp(page)
  const shifts = await page.evaluate(() => {
    const seen = { sum: 0 }
    Object.assign(window, { shifts: seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.sum += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: false })
    return seen.sum
  })
  expect(shifts).toBe(0)
  const card = page.getByRole('complementary', { name: says.tour! })
  await expect(card.getByRole('heading', { name: says.checkTitle! })).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'tour-vi')
  await card.getByRole('button', { name: says.next! }).click()
  await expect(card.getByRole('heading', { name: says.chancesTitle! })).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum)).toBeLessThan(0.02)
  // The page stays in reach while the card is there.
  await page.getByText(game!.k3_5m!, { exact: true }).click()
  await settled(page, '/play/czgame')
  await expect(card).toBeHidden()
  await page.goBack()
  await settled(page, '/')
  await card.getByRole('button', { name: says.close! }).click()
  await expect(card).toBeHidden()
  expect(await page.evaluate(() => localStorage.getItem('clearball.tour'))).toBe('seen')
})

test('where there is no demo player, neither home nor the log-in page offers one', async ({ page }) => {
  const { home } = await wordsOf('vi')
  const real = await openHouse({ mode: 'real', licence: 'Licence 1' })
  try {
    for (const path of ['/', '/account/login']) {
      await page.goto(real.playerUrl + path)
      await settled(page, path)
      await expect(page.getByRole('button', { name: home!.tryDemo! })).toHaveCount(0)
    }
  } finally {
    // A page that outlives its server complains.
    await page.goto('about:blank')
    await real.close()
  }
})

test.describe('at a desk', () => {
  test.use(desktop)

  test('one tap opens the demonstration’s console in any role', async ({ page, house, complaints }) => {
    const says = await consoleWords('en')
    await page.goto(`${house.consoleUrl}/?lang=en`)
    const offered = page.getByRole('region', { name: says['demo.openAs']! })
    await expect(offered.getByRole('button')).toHaveCount(6)
    await expectAccessible(page)
    await picture(page, 'console-login-demo')
    await offered.getByRole('button', { name: says['role.finance']!, exact: true }).click()
    await expect(page.getByText(says.role!.replace('{{role}}', says['role.finance']!))).toBeVisible()
    forgiveLoggedOut(complaints)
  })
})
