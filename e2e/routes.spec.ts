import type { Page } from '@playwright/test'
import type { Locale } from '#contract/locales'
import { testPassword } from '#server/testing/person'
import {
  appIsUp,
  expect,
  fetched,
  go,
  heardLive,
  settled,
  signInAs,
  signInHere,
  speakIn,
  test,
  wordsOf,
} from './journey.ts'

test.use({ reducedMotion: 'no-preference' })

type Route = { path: string; level?: 1 | 2; title?: string; name?: string; isKept?: true; who?: 'player' | 'visitor' }

/**
 * The specification's table, written down a second time on purpose: level by level as it stands there, with what was
 * decided where it says "not shown" (title, kept or not, for whom), and the pages about bets and draws that it implies.
 */
const routes: readonly Route[] = [
  { path: '/fair/none', level: 2, title: 'fair.title' },
  { path: '/fair/statistics', level: 2, title: 'fair.statistics' },
  { path: '/', level: 1, isKept: true },
  { path: '/no/such/place', name: 'page.notFoundTitle' },
  { path: '/account/forget', title: 'account.forget', who: 'visitor' },
  { path: '/account/login', title: 'account.login', who: 'visitor' },
  { path: '/account/nation', level: 2, title: 'account.country' },
  { path: '/account/register', title: 'account.register', isKept: true, who: 'visitor' },
  { path: '/kefu/kefu', level: 2, title: 'page.support', isKept: true },
  { path: '/my/loginpwd', level: 2, title: 'my.loginPassword', who: 'player' },
  { path: '/my/my', level: 1, name: 'page.mine', isKept: true, who: 'player' },
  { path: '/my/paypwd', level: 2, title: 'my.paymentPassword', who: 'player' },
  { path: '/my/userdata', level: 2, title: 'my.profile', isKept: true, who: 'player' },
  { path: '/pay/bankadd', level: 2, title: 'pay.addWallet', isKept: true, who: 'player' },
  { path: '/pay/banklist', level: 2, title: 'pay.wallets', who: 'player' },
  { path: '/pay/lslist', level: 2, title: 'pay.statement', isKept: true, who: 'player' },
  { path: '/pay/bet', level: 2, title: 'orders.detail', who: 'player' },
  { path: '/pay/chases', level: 2, title: 'orders.chases', who: 'player' },
  { path: '/pay/recharge', title: 'pay.topUp', isKept: true, who: 'player' },
  { path: '/pay/record1', level: 2, title: 'pay.topUpRecord', who: 'player' },
  { path: '/pay/record2', level: 2, title: 'pay.withdrawalRecord', who: 'player' },
  { path: '/pay/shlist', level: 2, title: 'pay.reviews', isKept: true, who: 'player' },
  { path: '/pay/withdraw', level: 2, title: 'pay.withdraw', isKept: true, who: 'player' },
  { path: '/pay/xzlist', level: 1, title: 'pay.betOrders', isKept: true, who: 'player' },
  { path: '/play/czgame', level: 2, title: 'game.k3_5m', isKept: true },
  { path: '/play/draws', level: 2, title: 'past.draws', isKept: true },
  { path: '/play/rules', level: 2, title: 'rules.title' },
  { path: '/play/trends', level: 2, title: 'trends.title' },
  { path: '/play/game', level: 2, title: 'game.lucky_airship', isKept: true },
]

/** Writes down each slide as it begins, and tells pages apart by a mark that only a kept page still has later. */
async function watch(page: Page): Promise<void> {
  // Slides run as they do for players, only faster: a hundred of them are waited for.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Animation.enable')
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 10 })
  await page.addInitScript(() => {
    const slides: (string | undefined)[] = []
    Object.assign(window, { slides })
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (update) => {
      slides.push(document.documentElement.dataset.slide)
      return start(update)
    }
  })
}

const slidesOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { slides: (string | undefined)[] }).slides.splice(0))

const screenOf = (page: Page) => page.locator('main:visible')
const mark = (page: Page) => screenOf(page).evaluate((screen) => Object.assign(screen, { mark: true }))
const isMarked = (page: Page) => screenOf(page).evaluate((screen) => 'mark' in screen)

async function expectBars(page: Page, { level, title, name: called }: Route, locale: Locale): Promise<void> {
  const words = await wordsOf(locale)
  const [group, name] = (title ?? '').split('.')
  const header = page.locator('header:has(button)').filter({ has: page.getByRole('heading', { level: 1 }) })
  if (title) await expect(header.getByRole('heading', { level: 1 })).toHaveText(words[group!]![name!]!)
  else await expect(header).toHaveCount(0)
  const [part, tab] = (title ?? called ?? '').split('.')
  await expect(page).toHaveTitle(tab ? `${words[part!]![tab]!} · Clearball` : 'Clearball')
  await expect(page.getByRole('navigation', { name: words.page!.tabs! })).toHaveCount(level === 1 ? 1 : 0)
}

for (const locale of ['vi', 'en', 'th'] as const) {
  for (const who of ['visitor', 'player'] as const) {
    test(`every route has its bars, slides and memory, for a ${who} (${locale})`, async ({ page, house }) => {
      test.setTimeout(120_000)
      const words = await wordsOf(locale)
      await watch(page)
      if (who === 'player') await signInAs(page, house, await house.player())
      else await page.goto(house.playerUrl)
      await speakIn(page, locale)
      const mine = routes.filter((each) => each.path !== '/' && (each.who ?? who) === who)
      await page.goto(house.playerUrl)
      for (const route of mine) {
        await settled(page, '/')
        await go(page, route.path)
        expect([route.path, await slidesOf(page)]).toEqual([route.path, route.level === 2 ? ['left'] : []])
        await expectBars(page, route, locale)
        // What stands there while a page waits for its data is not the page yet.
        await fetched(page, words.common!.loading!)
        await mark(page)
        await page.goBack()
        await settled(page, '/')
        expect([route.path, await slidesOf(page)]).toEqual([route.path, route.level === 2 ? ['right'] : []])
        await page.goForward()
        await settled(page, route.path)
        expect([route.path, await isMarked(page)]).toEqual([route.path, route.isKept ?? false])
        await page.goBack()
        await settled(page, '/')
        await slidesOf(page)
      }
    })
  }
}

test('tabs leave no trail, the arrow goes back, and home where there is nothing to go back to', async ({
  page,
  house,
}) => {
  const { page: words, pay } = await wordsOf('vi')
  await signInAs(page, house, await house.player())
  await page.goto(house.playerUrl)
  const lengthBefore = await page.evaluate(() => history.length)
  const tabs = page.getByRole('navigation')
  await tabs.getByRole('link', { name: pay!.betOrders! }).click()
  await settled(page, '/pay/xzlist')
  await expect(tabs.getByRole('link', { name: pay!.betOrders! })).toHaveAttribute('aria-current', 'page')
  await tabs.getByRole('link', { name: words!.mine! }).click()
  await settled(page, '/my/my')
  expect(await page.evaluate(() => history.length)).toBe(lengthBefore)
  await tabs.getByRole('link', { name: words!.support! }).click()
  await settled(page, '/kefu/kefu')
  await page.getByRole('button', { name: words!.back! }).click()
  await settled(page, '/')
  await page.goto(`${house.playerUrl}/pay/shlist`)
  await page.getByRole('button', { name: words!.back! }).click()
  await settled(page, '/')
})

test('who is not logged in is led to log-in, and after it to where they were going', async ({ page, house }) => {
  const { account } = await wordsOf('vi')
  const an = await house.player()
  await page.goto(`${house.playerUrl}/pay/lslist?kind=bet`)
  await settled(page, '/account/login')
  await page.getByLabel(account!.accountOrEmail!, { exact: true }).fill(an.account)
  await page.getByLabel(account!.password!, { exact: true }).fill(testPassword)
  await page.getByRole('button', { name: account!.login! }).click()
  await expect(page).toHaveURL(`${house.playerUrl}/pay/lslist?kind=bet`)
  // An address of another site is not a place of ours to go to.
  await page.goto(`${house.playerUrl}/account/login?next=//elsewhere.example/`)
  await settled(page, '/')
})

test('logging out forgets what was kept', async ({ page, house }) => {
  const an = await house.player()
  await signInAs(page, house, an)
  const listens = heardLive(page)
  await page.goto(`${house.playerUrl}/pay/lslist`)
  await settled(page, '/pay/lslist')
  await listens
  await mark(page)
  await go(page, '/')
  await page.evaluate(() =>
    fetch('/api/v1/session', { method: 'DELETE', headers: { 'content-type': 'application/json' }, body: '{}' }),
  )
  // The end of the session arrives as a live event; the guard then leads away from pages for players.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('clearball.signed-in'))).toBeNull()
  await go(page, '/no/such/place')
  await signInHere(page, an)
  await page.goBack()
  await settled(page, '/')
  await page.goBack()
  await settled(page, '/pay/lslist')
  expect(await isMarked(page)).toBe(false)
})

test('who asked for less motion gets pages without slides', async ({ page, house }) => {
  await watch(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(house.playerUrl)
  await go(page, '/account/nation')
  await page.goBack()
  await settled(page, '/')
  expect(await slidesOf(page)).toEqual([])
})

test('the keyboard alone logs in, and each page begins at its top', async ({ page, house }) => {
  const { account, success } = await wordsOf('vi')
  const an = await house.player()
  await page.goto(house.playerUrl)
  await appIsUp(page)
  await page.getByRole('link', { name: account!.login! }).focus()
  await page.keyboard.press('Enter')
  await settled(page, '/account/login')
  const label = () => page.evaluate(() => (document.activeElement as HTMLInputElement).labels?.[0]?.textContent)
  const reach = async (name: string) => {
    for (let steps = 0; steps < 6 && (await label()) !== name; steps++) await page.keyboard.press('Tab')
  }
  await reach(account!.accountOrEmail!)
  await page.keyboard.type(an.account)
  await reach(account!.password!)
  await page.keyboard.type(testPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByText(success!.signed_in!)).toBeVisible()
  await settled(page, '/')
})
