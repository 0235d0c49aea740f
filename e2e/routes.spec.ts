import type { Page } from '@playwright/test'
import { testPassword } from '#server/testing/person'
import {
  type House,
  appIsUp,
  expect,
  fetched,
  go,
  heardLive,
  settled,
  signInAs,
  signInHere,
  test,
  wordsOf,
} from './journey.ts'
import { expectBars, routes } from './visit/route-table.ts'

test.use({ reducedMotion: 'no-preference' })

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

// Titles and tabs are looked at in every language by `languages.spec.ts`; slides and memory have no words.
for (const who of ['visitor', 'player'] as const) {
  test(`every route has its bars, slides and memory, for a ${who}`, async ({ page, house }) => {
    const words = await wordsOf('vi')
    await watch(page)
    if (who === 'player') await signInAs(page, house, await house.player())
    const mine = routes.filter((each) => each.path !== '/' && (each.who ?? who) === who)
    await page.goto(house.playerUrl)
    for (const route of mine) {
      await settled(page, '/')
      await go(page, route.path)
      expect([route.path, await slidesOf(page)]).toEqual([route.path, route.level === 2 ? ['left'] : []])
      await expectBars(page, route, words)
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

test('logging out forgets what was kept', async ({ page, house, complaints }) => {
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
  // What home was still asking for when the session ended was refused.
  complaints.forgive(/401/)
})

/** An has begun to add a wallet, in a tab that hears nothing of what happens elsewhere; Binh is another player. */
async function anTypes(page: Page, house: House) {
  const { wallet } = await wordsOf('vi')
  const [an, binh] = [await house.player({ certified: true }), await house.player({ certified: true })]
  await page.route('**/api/v1/events', (route) => route.abort())
  await signInAs(page, house, an)
  await page.goto(`${house.playerUrl}/pay/bankadd`)
  const address = page.getByLabel(wallet!.address!)
  await address.fill('what An typed')
  return { an, binh, address }
}

for (const where of ['elsewhere', 'in another tab'])
  test(`a player whose session ended unnoticed ${where} leaves nothing that was typed to the next`, async ({
    page,
    house,
    complaints,
  }) => {
    const { account, pay } = await wordsOf('vi')
    const { binh, address } = await anTypes(page, house)
    await go(page, '/')
    await page.evaluate(async (isHere) => {
      const headers = { 'content-type': 'application/json' }
      await fetch('/api/v1/session', { method: 'DELETE', headers, body: '{}' })
      if (isHere) localStorage.removeItem('clearball.signed-in')
    }, where === 'in another tab')
    // The page learns of it from the answer to what it asks for next, or only when somebody logs in.
    await page.getByRole('navigation').getByRole('link', { name: pay!.betOrders! }).click()
    await settled(page, '/account/login')
    await page.getByLabel(account!.accountOrEmail!, { exact: true }).fill(binh.account)
    await page.getByLabel(account!.password!, { exact: true }).fill(testPassword)
    await page.getByRole('button', { name: account!.login! }).click()
    await settled(page, '/pay/xzlist')
    await go(page, '/pay/bankadd')
    await expect(address).toHaveValue('')
    complaints.forgive(/401|ERR_FAILED/)
  })

test('a tab that finds another player logged in does not log them out, and shows them nothing of the former', async ({
  page,
  house,
  complaints,
}) => {
  const { account } = await wordsOf('vi')
  const { an, binh, address } = await anTypes(page, house)
  await go(page, '/my/my')
  await expect(page.getByText(`${account!.account!} ${an.account}`, { exact: true })).toBeVisible()
  await signInHere(page, binh)
  await page.getByRole('button', { name: account!.logout! }).click()
  await page.getByRole('dialog').getByRole('button', { name: account!.logout! }).click()
  await expect(page.getByText(`${account!.account!} ${binh.account}`, { exact: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await go(page, '/pay/bankadd')
  await expect(address).toHaveValue('')
  complaints.forgive(/ERR_FAILED/)
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
