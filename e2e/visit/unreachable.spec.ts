import type { Page } from '@playwright/test'
import { appIsUp, expect, expectAccessible, picture, test, wordsOf } from '../journey.ts'

/** The device believes that it is connected, and nothing gets through, until it is told to. */
async function cutOff(page: Page, addresses: string): Promise<() => Promise<void>> {
  await page.route(addresses, (route) => route.abort())
  return () => page.unroute(addresses)
}

const lost = /ERR_FAILED|Failed to fetch/

test('a first visitor who taps a game while the server cannot be reached stays, is told so, and gets there when it is back', async ({
  page,
  house,
  complaints,
}) => {
  const { common, game, home, page: words, play } = await wordsOf('vi')
  await page.goto(house.playerUrl)
  await appIsUp(page)
  const letThrough = await cutOff(page, '**/*')
  const tapped = page.getByText(game!.k3_5m!, { exact: true })
  await tapped.click()
  await expect(page.locator('output[popover]')).toHaveText(common!.unreachable!)
  await expect(page).toHaveURL(`${house.playerUrl}/`)
  await expect(page.getByText(home!.games!)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'unreachable-game')
  await letThrough()
  await tapped.click()
  await expect(page.getByText(play!.noDraws!)).toBeVisible({ timeout: 20_000 })
  await expect(page).toHaveURL(/\/play\/czgame/)
  await page.getByRole('button', { name: words!.back!, exact: true }).click()
  await expect(page).toHaveURL(`${house.playerUrl}/`)
  complaints.forgive(lost)
})

for (const locale of ['vi', 'ru'] as const) {
  test(`a page whose app cannot be fetched has words and a way on, and opens by itself (${locale})`, async ({
    page,
    house,
    complaints,
  }) => {
    const { common, play } = await wordsOf(locale)
    const letThrough = await cutOff(page, '**/assets/*.js')
    await page.goto(`${house.playerUrl}/play/game?lang=${locale}`)
    await expect(page.getByText(common!.unreachable!)).toBeVisible()
    await expect(page.getByRole('button', { name: common!.retry! })).toBeVisible()
    await picture(page, `unreachable-${locale}`)
    await letThrough()
    await expect(page.getByText(play!.noDraws!)).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText(common!.unreachable!)).toHaveCount(0)
    complaints.forgive(lost)
  })
}

test('home without its app still says what is wrong, above what was drawn', async ({ page, house, complaints }) => {
  const { common, home } = await wordsOf('vi')
  const letThrough = await cutOff(page, '**/assets/*.js')
  await page.goto(house.playerUrl)
  await expect(page.getByText(common!.unreachable!)).toBeVisible()
  await expect(page.getByText(home!.games!)).toBeVisible()
  await letThrough()
  await page.getByRole('button', { name: common!.retry! }).click()
  await appIsUp(page)
  await expect(page.getByText(common!.unreachable!)).toHaveCount(0)
  complaints.forgive(lost)
})

test('a page that one arrives at is fetched together with the app, and home’s document names no other page', async ({
  page,
  house,
  complaints,
}) => {
  const login = /LoginPage-[\w-]+\.js/
  const [home, other] = await Promise.all(
    ['/?lang=vi', '/account/login'].map(async (path) => (await fetch(house.playerUrl + path)).text()),
  )
  expect(home).not.toMatch(login)
  expect(other).toMatch(login)
  await page.route('**/assets/index-*.js', (route) => route.abort())
  const asked = page.waitForRequest((request) => login.test(request.url()))
  await page.goto(`${house.playerUrl}/account/login`)
  await asked
  complaints.forgive(lost)
})
