import type { Page } from '@playwright/test'
import { listBets } from '#contract/play/bets'
import type { DrawHouse } from '#server/testing/draws/draw-house'
import { type Player, testPassword } from '#server/testing/person'
import { type House, appIsUp, expect, expectAccessible, go, heardLive, picture, settled, wordsOf } from '../journey.ts'
import { betButton, betsOf, buy, pathOf, play, test } from './playing.ts'

const { account, play: says, common, success, refusal } = await wordsOf('en')

const big = (page: Page) => page.getByRole('button', { name: /^Big 1\.96/ }).first()
const sheetOf = (page: Page) => page.getByRole('dialog')
const lost = /ERR_(CONNECTION_RESET|FAILED)/

/** What becomes of slips that a browser sends: nothing arrives, it arrives and the answer is lost, or all is well. */
async function tamper(page: Page) {
  const state = { way: 'lost answer' as 'nothing' | 'lost answer' | 'well', keys: [] as string[] }
  await page.context().route('**/api/v1/bets', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    state.keys.push(route.request().headers()['idempotency-key']!)
    if (state.way === 'well') return route.continue()
    if (state.way === 'lost answer') {
      state.way = 'nothing'
      await route.fetch()
    }
    return route.abort('connectionreset')
  })
  return state
}

/** Sends a slip whose answer is lost, with the same game open in another tab. */
async function sendBesideAnother(page: Page, house: DrawHouse) {
  const an = await house.player({ certified: true, balance: '20.00' })
  await play(page, house, { who: an, game: 'k3_10m' })
  const sent = await tamper(page)
  const other = await page.context().newPage()
  await other.goto(house.playerUrl + pathOf('k3_10m'))
  await appIsUp(other)
  await big(page).click()
  await buy(page, ['5'])
  return { an, sent, other }
}

const drawsOf = async (player: Player) => (await player.call(listBets, {})).items.map(({ issue }) => issue)

test('the same slip bought again in the same draw is a second bet', async ({ page, house }) => {
  const an = await house.player({ certified: true, balance: '20.00' })
  await play(page, house, { who: an, game: 'k3_10m' })
  await big(page).click()
  await buy(page, ['5'])
  await expect(page.getByText(success!.purchased!)).toBeVisible()
  await expect(page.getByText(success!.purchased!)).toBeHidden()
  await big(page).click()
  await buy(page, [])
  await expect(page.getByText(success!.purchased!)).toBeVisible()
  expect(await betsOf(an)).toHaveLength(2)
  expect(await an.balance()).toBe('10.00')
})

test('a slip without an answer is resumed as it was, for its own draw, also when the next one is open', async ({
  page,
  house,
  complaints,
}) => {
  const an = await house.player({ certified: true, balance: '20.00' })
  await play(page, house, { who: an, game: 'k3_5m' })
  const sent = await tamper(page)
  await big(page).click()
  await buy(page, ['5'])
  await expect(sheetOf(page).getByRole('alert')).toHaveText(common!.checking!)
  const issue = (await drawsOf(an))[0]!
  await sheetOf(page).getByRole('button', { name: common!.cancel! }).click()
  await house.liveUntil(house.clock.nowMs() + 310_000)
  await expect(page.locator('main:visible section').first()).not.toContainText(`Period ${issue}`)

  await page.getByRole('button', { name: says!.check!, exact: true }).click()
  await expect(sheetOf(page)).toContainText(issue)
  await expectAccessible(page)
  await picture(page, 'slip-unknown')
  sent.way = 'well'
  await expect(page.getByText(success!.purchased!)).toBeVisible({ timeout: 20_000 })
  expect(await drawsOf(an)).toEqual([issue])
  expect(new Set(sent.keys).size).toBe(1)
  await expect(page.getByText(says!.unknown!.split('{{')[0]!)).toHaveCount(0)
  complaints.forgive(lost)
})

test('a tab that is closed before the answer finds the slip again, in whatever tab, and it is bought once', async ({
  page,
  house,
  complaints,
}) => {
  const { an, sent, other } = await sendBesideAnother(page, house)
  await expect(sheetOf(page).getByRole('alert')).toHaveText(common!.checking!)
  // The other tab knows of it, and sells nothing beside it.
  await expect(other.getByText(says!.unknown!.split('{{')[0]!)).toBeVisible()
  await page.close()
  await big(other).click()
  await betButton(other).click()
  sent.way = 'well'
  await sheetOf(other).getByRole('button', { name: common!.retry! }).click()
  await expect(other.getByText(success!.purchased!)).toBeVisible()
  expect(await betsOf(an)).toEqual(['k3.sum_big_small big'])
  expect(new Set(sent.keys).size).toBe(1)

  const third = await page.context().newPage()
  await third.goto(house.playerUrl + pathOf('k3_10m'))
  await expect(big(third)).toBeVisible()
  await expect(third.getByText(says!.unknown!.split('{{')[0]!)).toHaveCount(0)
  complaints.splice(0)
})

test('a slip that another tab asked about is not sold again where it was sent', async ({ page, house, complaints }) => {
  const { an, sent, other } = await sendBesideAnother(page, house)
  // It is sent again five times, after up to eight seconds each.
  const retry = (tab: Page) => sheetOf(tab).getByRole('button', { name: common!.retry! })
  await expect(retry(page)).toBeEnabled({ timeout: 60_000 })
  await other.getByRole('button', { name: says!.check!, exact: true }).click()
  sent.way = 'well'
  await retry(other).click()
  await expect(other.getByText(success!.purchased!)).toBeVisible()
  await expect(sheetOf(page)).toHaveCount(0)
  await expect(page.getByText(says!.unknown!.split('{{')[0]!)).toHaveCount(0)
  await expect(page.getByText(says!.notPlaced!.split('{{')[0]!)).toHaveCount(0)
  expect(await betsOf(an)).toEqual(['k3.sum_big_small big'])
  complaints.forgive(lost)
})

test('a slip that another tab asked about while it was sent again is told as bought in both, once', async ({
  page,
  house,
  complaints,
}) => {
  const { an, sent, other } = await sendBesideAnother(page, house)
  await expect(sheetOf(page).getByRole('alert')).toHaveText(common!.checking!)
  await other.getByRole('button', { name: says!.check!, exact: true }).click()
  sent.way = 'well'
  await sheetOf(other).getByRole('button', { name: common!.retry! }).click()
  for (const tab of [page, other]) {
    await expect(tab.getByText(success!.purchased!)).toBeVisible()
    await expect(sheetOf(tab)).toHaveCount(0)
  }
  // Nothing is left to be bought again.
  await expect(betButton(page)).toHaveCount(0)
  expect(await betsOf(an)).toEqual(['k3.sum_big_small big'])
  complaints.forgive(lost)
})

test('a slip that never arrived is told as not placed once its draw is closed, and none is placed on the next', async ({
  page,
  house,
  complaints,
}) => {
  const an = await house.player({ certified: true, balance: '20.00' })
  await play(page, house, { who: an, game: 'k3_5m' })
  const sent = await tamper(page)
  sent.way = 'nothing'
  await big(page).click()
  await buy(page, ['5'])
  await expect(sheetOf(page).getByRole('alert')).toHaveText(common!.checking!)
  await page.reload()
  await expect(page.getByText(says!.unknown!.split('{{')[0]!)).toBeVisible()
  sent.way = 'well'
  await house.liveUntil(house.clock.nowMs() + 310_000)
  await expect(page.getByText(refusal!.betting_closed!)).toBeVisible()
  await picture(page, 'slip-not-placed')
  expect(await betsOf(an)).toEqual([])
  expect(await an.balance()).toBe('20.00')
  await big(page).click()
  await buy(page, ['5'])
  await expect(page.getByText(success!.purchased!)).toBeVisible()
  expect(await betsOf(an)).toHaveLength(1)
  complaints.forgive(/ERR_|409/)
})

/** Tells the page that its tab is hidden or shown: a headless browser reports every tab as visible. */
const turn = (page: Page, visibility: 'hidden' | 'visible') =>
  page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { value: now, configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, visibility)

async function logIn(page: Page, who: Player): Promise<void> {
  await go(page, '/account/login')
  await page.getByLabel(account!.accountOrEmail!).fill(who.account)
  await page.getByLabel(account!.password!, { exact: true }).fill(testPassword)
  await page.getByRole('button', { name: account!.login!, exact: true }).click()
  await settled(page, '/')
  await expect(page.getByText('$20.00', { exact: true })).toBeVisible()
}

/** Whose slips this browser keeps because their answer is not known. */
const keptFor = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([name]) => name.startsWith('clearball.slip.'))
      .map(([, slip]) => (JSON.parse(slip as string) as { player: string }).player),
  )

async function twoWithMoney(house: House): Promise<[Player, Player]> {
  const given = { certified: true, balance: '20.00' } as const
  return [await house.player(given), await house.player(given)]
}

test('a lost slip is not repeated for whoever logs in next in another tab, and waits for its player', async ({
  page,
  house,
  complaints,
}) => {
  const [an, binh] = await twoWithMoney(house)
  // This tab does not hear that its player has logged out: a phone delivers nothing to a tab in the background.
  await page.route('**/api/v1/events', (route) => route.abort())
  await play(page, house, { who: an, game: 'k3_10m' })
  const sent = await tamper(page)
  sent.way = 'nothing'
  await big(page).click()
  await buy(page, ['5'])
  await expect(sheetOf(page).getByRole('alert')).toHaveText(common!.checking!)
  await turn(page, 'hidden')

  const other = await page.context().newPage()
  await other.goto(`${house.playerUrl}/my/my`)
  await other.getByRole('button', { name: account!.logout! }).click()
  await sheetOf(other).getByRole('button', { name: account!.logout! }).click()
  await settled(other, '/')
  await logIn(other, binh)
  const before = sent.keys.length
  sent.way = 'well'
  const asked = page.waitForResponse('**/api/v1/me')
  await turn(page, 'visible')
  await asked
  expect(sent.keys).toHaveLength(before)
  expect(await betsOf(binh)).toEqual([])
  expect(await binh.balance()).toBe('20.00')
  expect(await keptFor(page)).toEqual([an.id])
  complaints.forgive(lost)
})

test('a slip whose answer is awaited when its player is logged out is not repeated for the next in the same tab', async ({
  page,
  house,
  complaints,
}) => {
  const [an, binh] = await twoWithMoney(house)
  const listens = heardLive(page)
  await play(page, house, { who: an, game: 'k3_10m' })
  await listens
  const isIn = Promise.withResolvers<void>()
  let tries = 0
  await page.route('**/api/v1/bets', async (route) => {
    if (route.request().method() !== 'POST' || tries++ > 0) return route.continue()
    await isIn.promise
    return route.abort('connectionreset')
  })
  await big(page).click()
  await buy(page, ['5'])
  await expect.poll(() => tries).toBe(1)
  await an.signOut()
  await expect(sheetOf(page)).toHaveCount(0)
  await logIn(page, binh)
  const gaveUp = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/v1/bets'))
  isIn.resolve()
  await gaveUp
  // The first repetition would come after a second.
  await page.waitForTimeout(2_500)
  expect(tries).toBe(1)
  expect(await betsOf(binh)).toEqual([])
  expect(await keptFor(page)).toEqual([an.id])
  complaints.forgive(lost)
})
