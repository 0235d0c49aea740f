import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Locale } from '#contract/locales'
import { setPlayerStatus } from '#contract/console/players'
import { signIn } from '#contract/people/accounts'
import { openHouse } from '#server/testing/open-house'
import { testPassword } from '#server/testing/person'
import {
  type House,
  appIsUp,
  expect,
  expectAccessible,
  picture,
  settled,
  signInAs,
  speakIn,
  test,
  wordsOf,
} from './journey.ts'
import { inEach } from './visit/speaking.ts'

const pageOf = (house: House, path: string, locale: Locale) => `${house.playerUrl}${path}?lang=${locale}`

const spoken = ['vi', 'en', 'th'] as const

/** What the page about us says. */
async function aboutTexts(locale: Locale): Promise<Record<string, string>> {
  return JSON.parse(await readFile(`src/web/routes/my/about/texts/${locale}.json`, 'utf8')) as Record<string, string>
}

/** Nothing sticks out to the side on the narrowest phone. */
async function expectFits(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.setViewportSize({ width: 390, height: 844 })
}

test('mine shows who one is and leads to everything, in several languages', async ({ page, house }) => {
  const an = await house.player({ balance: '1234.50', certified: true })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  // A message stands for three seconds, which nobody has to wait for here.
  await page.clock.install()
  await signInAs(page, house, an)
  await page.goto(`${house.playerUrl}/my/my`)
  await appIsUp(page)
  await inEach(page, spoken, async ({ account, my, mine, page: tab, success, pay }, locale) => {
    await expect(page.getByText(`${account!.account!} ${an.account}`, { exact: true })).toBeVisible()
    await expect(page.getByText(/1[.,\s]?234[.,]50/)).toBeVisible()
    await expect(page.getByRole('link', { name: my!.certification! })).toContainText(mine!.certPassed!)
    await expect(page.getByRole('link', { name: my!.paymentPassword! })).toContainText(mine!.unset!)
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await page.getByRole('button', { name: mine!.copy! }).click()
    await expect(page.getByText(success!.copied!)).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(an.account)
    await page.clock.fastForward(3_000)
    await expect(page.getByText(success!.copied!)).toBeHidden()
    await expectAccessible(page)
    await picture(page, `mine-${locale}`)
    await expectFits(page)
    const ways = page.getByRole('main').getByRole('link')
    expect(await ways.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(
      [
        '/my/owed /pay/recharge /pay/withdraw /my/userdata /my/certification',
        '/pay/banklist /pay/xzlist /pay/shlist /pay/lslist /my/limits',
        '/my/loginpwd /my/paypwd /my/factors /my/sessions',
        '/my/notifications /my/language /kefu/kefu /my/about',
      ].flatMap((group) => group.split(' ')),
    )
    await expect(page.getByRole('link', { name: pay!.topUp! })).toBeVisible()
    await expect(page.getByRole('link', { name: tab!.mine!, exact: true })).toHaveAttribute('aria-current', 'page')
  })

  const dark = page.getByRole('switch', { name: (await wordsOf(spoken.at(-1)!)).mine!.dark! })
  await dark.click()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', '#0b6e69')
  await page.reload()
  await expect(dark).toBeChecked()
  await inEach(page, spoken, async ({ mine }, locale) => {
    await expect(page.getByRole('switch', { name: mine!.dark! })).toBeChecked()
    await page.getByRole('switch', { name: mine!.dark! }).scrollIntoViewIfNeeded()
    await expectAccessible(page)
    await picture(page, `mine-rows-${locale}`)
  })
})

test('home says that money is play money, or under which licence it is real, and nothing moves when it learns which', async ({
  page,
  house,
}) => {
  const { app, home } = await wordsOf('vi')
  const real = await openHouse({ mode: 'real', licence: 'Giấy phép 7/2026 của cơ quan quản lý' })
  try {
    for (const [url, says] of [
      [house.playerUrl, app!.demo!],
      [real.playerUrl, 'Giấy phép 7/2026 của cơ quan quản lý'],
    ] as const) {
      const learnt = Promise.withResolvers<void>()
      await page.route('**/api/v1/site', async (route) => {
        await learnt.promise
        await route.continue()
      })
      await page.goto(url)
      await appIsUp(page)
      const games = page.getByRole('heading', { name: home!.games! })
      await expect(page.getByRole('listitem')).toHaveCount(9)
      // The document itself says whether money is play money; the licence has to be asked for.
      await expect(page.getByText(app!.demo!)).toBeVisible({ visible: says === app!.demo })
      const before = await games.boundingBox()
      learnt.resolve()
      await expect(page.getByText(says)).toBeVisible()
      expect(await games.boundingBox()).toEqual(before)
      await page.unroute('**/api/v1/site')
    }
    await expect(page.getByText(app!.demo!)).toBeHidden()
    await expectAccessible(page)
    await picture(page, 'home-real')
    await page.getByRole('link', { name: 'Giấy phép 7/2026' }).click()
    await expect(page).toHaveURL(`${real.playerUrl}/my/about`)
    await expect(page.getByRole('main').getByText('Giấy phép 7/2026')).toBeVisible()
  } finally {
    await page.goto('about:blank')
    await real.close()
  }
})

test('an account that is not in order and paused withdrawals are told at the top', async ({ page, house }) => {
  const words = await wordsOf('vi')
  const an = await house.player()
  await (
    await house.operator('risk')
  ).call(setPlayerStatus, { id: an.id, status: 'restricted', reason: 'A look at it' })
  const until = new Date('2030-05-06T07:08:00Z')
  await house.app.db.query.updateTable('player').set({ withdrawals_paused_until: until }).execute()
  await signInAs(page, house, an)
  await page.goto(pageOf(house, '/my/my', 'vi'))
  await expect(page.getByText(words.account_status!.restricted!)).toBeVisible()
  await expect(page.getByText(words.mine!.paused!.replace('{{time}}', '14:08 6 thg 5, 2030'))).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'mine-restricted')
})

test('what mine shows is outlined while it is fetched, and asked for again by itself when that failed', async ({
  page,
  house,
  complaints,
}) => {
  const { account, common } = await wordsOf('vi')
  const an = await house.player()
  await signInAs(page, house, an)
  let isDown = true
  await page.route('**/api/v1/me', (route) => (isDown ? route.abort() : route.continue()))
  await page.goto(pageOf(house, '/my/my', 'vi'))
  await expect(page.getByLabel(common!.loading!)).toBeVisible()
  await picture(page, 'mine-loading')
  await expect(page.getByRole('alert')).toContainText(common!.unreachable!)
  await expectAccessible(page)
  await picture(page, 'mine-unreachable')
  isDown = false
  await expect(page.getByText(`${account!.account!} ${an.account}`, { exact: true })).toBeVisible()
  complaints.forgive(/ERR_FAILED/)
})

test('the languages offered are spoken at once and kept, also with the account', async ({ page, house }) => {
  const an = await house.player({ language: 'vi' })
  await page.goto(`${house.playerUrl}/my/language`)
  const names = ['Tiếng Việt', '日本語', 'ไทย', '简体中文', 'English', '한국어']
  await expect(page.getByRole('main').getByRole('button')).toHaveText(names)
  await expect(page.getByRole('button', { name: 'Tiếng Việt' })).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)
  await picture(page, 'language-vi')
  await page.getByRole('button', { name: '한국어' }).click()
  await expect(page.getByRole('heading', { name: (await wordsOf('ko')).my!.language! })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ko')
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/manifest.ko.webmanifest')
  await page.reload()
  await expect(page.getByRole('button', { name: '한국어' })).toHaveAttribute('aria-pressed', 'true')

  await signInAs(page, house, an)
  await page.goto(`${house.playerUrl}/my/language?lang=fr`)
  await expect(page.getByRole('main').getByRole('button')).toHaveText([...names, 'Français'])
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await page.getByRole('button', { name: '日本語' }).click()
  expect((await saved).status()).toBe(200)
  const kept = await house.app.db.query.selectFrom('player').select('language').executeTakeFirstOrThrow()
  expect(kept.language).toBe('ja')
})

test('one sees where one is logged in and ends one session or all others', async ({ page, house }) => {
  const words = await wordsOf('en')
  const { sessions } = words
  const logout = words.account!.logout!
  const an = await house.player()
  const elsewhere = house.visitor()
  house.clock.forward(3 * 3_600_000)
  await elsewhere.call(signIn, { account: an.account, password: testPassword })
  house.clock.forward(25 * 3_600_000)
  await page.clock.setFixedTime(house.clock.nowMs())
  await signInAs(page, house, an)
  await page.goto(pageOf(house, '/my/sessions', 'en'))
  const rows = page.getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(0)).toContainText('Chrome · ')
  await expect(rows.nth(0)).toContainText(sessions!.this!)
  await expect(rows.nth(1)).toContainText('yesterday')
  await expectAccessible(page)
  await picture(page, 'sessions-en')
  await expectFits(page)

  await rows.nth(1).getByRole('button').click()
  await expect(page.getByRole('dialog')).toContainText(sessions!.endTitle!)
  await expectAccessible(page)
  await picture(page, 'sessions-end')
  await page.getByRole('dialog').getByRole('button', { name: logout }).click()
  await expect(rows).toHaveCount(2)
  expect((await elsewhere.fetch('/api/v1/me')).status).toBe(401)
  expect((await an.fetch('/api/v1/me')).status).toBe(200)

  await page.getByRole('button', { name: sessions!.endOthers! }).click()
  await page.getByRole('dialog').getByRole('button', { name: logout }).click()
  await expect(rows).toHaveCount(1)
  expect((await an.fetch('/api/v1/me')).status).toBe(401)
})

test('about us is open to visitors and says what this is, in several languages', async ({ page, house }) => {
  await page.goto(pageOf(house, '/my/about', 'vi'))
  await appIsUp(page)
  await inEach(page, spoken, async (_, locale) => {
    const says = await aboutTexts(locale)
    for (const text of ['whoDemo', 'odds', 'draws', 'beaconHouse', 'check', 'kept'])
      await expect(page.getByText(says[text]!, { exact: true })).toBeVisible()
    await expectAccessible(page)
    await expectFits(page)
    await picture(page, `about-${locale}`)
  })
})

test('a player takes their data along and closes the account, which asks for the password', async ({
  page,
  house,
  complaints,
}) => {
  const { common, account, refusal, departure: says, my, page: pages } = await wordsOf('en')
  const an = await house.player()
  await signInAs(page, house, an)
  await page.goto(pageOf(house, '/my/about', 'en'))
  await page.getByRole('link', { name: my!.profile! }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: says!.export! }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`clearball-${an.account}.json`)
  const kept = JSON.parse(await readFile(await file.path(), 'utf8')) as { profile: { account: string } }
  expect(kept.profile.account).toBe(an.account)

  await page.getByRole('button', { name: says!.closeButton! }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet).toContainText(says!.close!)
  await sheet.getByLabel(account!.password!, { exact: true }).fill('not this one')
  await sheet.getByRole('button', { name: says!.closeButton! }).click()
  await expect(sheet.getByRole('alert')).toHaveText(refusal!.login_password_wrong!)
  await expectAccessible(page)
  await picture(page, 'about-close')
  await sheet.getByRole('button', { name: common!.cancel! }).click()
  await expect(sheet).toBeHidden()
  await page.getByRole('button', { name: says!.closeButton! }).click()
  await sheet.getByLabel(account!.password!, { exact: true }).fill(testPassword)
  await sheet.getByRole('button', { name: says!.closeButton! }).click()
  await settled(page, '/account/closed')
  await expect(page.getByRole('heading', { name: says!.done! })).toBeVisible()
  for (const text of ['moneyText', 'dataText', 'mail']) await expect(page.getByText(says![text]!)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'account-closed')
  await page.getByRole('link', { name: pages!.home! }).click()
  await settled(page, '/')
  await expect(page.getByRole('link', { name: account!.login! })).toBeVisible()
  expect((await an.fetch('/api/v1/me')).status).toBe(401)
  expect(complaints.splice(0)).toEqual([expect.stringContaining('403')])
})

test('a language that is chosen in one tab is spoken in the others', async ({ page, house }) => {
  await signInAs(page, house, await house.player())
  await page.goto(`${house.playerUrl}/my/my?lang=vi`)
  const other = await page.context().newPage()
  await other.goto(`${house.playerUrl}/my/language`)
  await other.getByText('English', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  const { mine } = await wordsOf('en')
  await expect(page.getByRole('switch', { name: mine!.dark! })).toBeVisible()
})

test('what is chosen in one tab, language and theme, is followed by the other', async ({ page, house }) => {
  const an = await house.player()
  await signInAs(page, house, an)
  await speakIn(page, 'en')
  await page.goto(`${house.playerUrl}/my/my`)
  const other = await page.context().newPage()
  await other.goto(`${house.playerUrl}/my/my`)
  const { mine } = await wordsOf('en')
  await expect(other.getByRole('switch', { name: mine!.dark! })).not.toBeChecked()
  await page.getByRole('switch', { name: mine!.dark! }).click()
  await expect(other.locator('html')).toHaveClass(/dark/)
  await expect(other.getByRole('switch', { name: mine!.dark! })).toBeChecked()
  await page.goto(`${house.playerUrl}/my/language`)
  await page.locator('main:visible button[lang=vi]').click()
  await expect(other.getByRole('switch', { name: (await wordsOf('vi')).mine!.dark! })).toBeChecked()
})
