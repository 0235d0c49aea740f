import type { Page } from '@playwright/test'
import type { GameCode } from '#core/games/catalogue'
import { periodAt } from '#core/periods/schedule'
import type { DrawHouse } from '#server/testing/draws/draw-house'
import { expect, expectAccessible, heardLive, picture, settled, wordsOf } from '../journey.ts'
import { buy, play, test } from './playing.ts'

const { play: says, scene: sceneSays, orders, success } = await wordsOf('en')

const choose = (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click()

test('where somebody bets they see their balance, their bets on the draw and, as it is drawn, what came of each', async ({
  page,
  house,
}) => {
  const an = await house.player({ certified: true, balance: '20.00' })
  await play(page, house, { who: an, game: 'k3_5m' })
  const balance = page.getByRole('banner')
  await expect(balance).toContainText('$20.00')
  // One of the two wins whatever is drawn.
  await choose(page, /^Big 1\.96/)
  await choose(page, /^Small 1\.96/)
  await buy(page, ['1'])
  const mine = page.getByRole('region', { name: says!.mine! })
  await expect(page.getByText(success!.purchased!)).toBeVisible()
  await expect(balance).toContainText('$18.00')
  await expect(mine.getByRole('listitem')).toHaveCount(2)
  await expect(mine).toContainText('Your bets on 145')
  await expect(mine).toContainText(`${orders!.stake!}$2.00`)
  await expect(mine).not.toContainText(says!.net!)
  await picture(page, 'own-bets')

  await house.liveUntil(house.clock.nowMs() + 310_000)
  // Told by itself: one line each way, and a draw that paid less than it cost is called a loss.
  await expect(mine.getByText(orders!.win!, { exact: true })).toHaveCount(1)
  await expect(mine.getByText(orders!.lose!, { exact: true })).toHaveCount(1)
  await expect(mine.getByRole('listitem').filter({ hasText: orders!.win! })).toContainText('+$0.96')
  await expect(mine.getByRole('listitem').filter({ hasText: orders!.lose! })).toContainText('-$1.00')
  await expect(mine).toContainText(`${says!.net!}-$0.04`)
  await expect(mine.getByText('-$0.04')).not.toHaveCSS('color', await goodColour(page))
  await expect(balance).toContainText('$19.96')
  await expectAccessible(page)
  await picture(page, 'own-outcome')
})

/** The colour of what was won. */
const goodColour = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const probe = document.createElement('span')
    probe.className = 'text-good'
    document.body.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  })

test('a visitor sees no balance, and no room is kept for one', async ({ page, house }) => {
  await page.goto(`${house.playerUrl}/play/czgame?game=k3_5m&lang=en`)
  await expect(page.getByRole('group', { name: says!.markets! })).toBeVisible()
  await expect(page.getByRole('region', { name: says!.mine! })).toHaveCount(0)
})

const sceneOf = (page: Page) => page.locator('[data-scene=playing]')
const skip = (page: Page) => page.getByRole('button', { name: sceneSays!.skip! })
/** The result as the head reads it out. */
const plain = (page: Page) =>
  page
    .locator('main:visible output')
    .first()
    .getByText(/^\d+(, \d+)+$/)

/** Opens a game that has been drawn once, and listens for the next result. */
async function watch(page: Page, house: DrawHouse, game: GameCode): Promise<void> {
  await house.liveUntil(house.clock.nowMs() + 303_000)
  const heard = heardLive(page)
  await play(page, house, { who: await house.player({ certified: true, balance: '20.00' }), game })
  await heard
  await expect(plain(page)).toBeAttached()
}

/** Lets the game's next draw come, and no other: the link to its proof is hidden until the page has its result. */
async function drawNext(page: Page, house: DrawHouse, game: GameCode): Promise<void> {
  const { drawId, drawsAtMs } = periodAt(game, house.clock.nowMs())
  await house.liveUntil(drawsAtMs + 3_000)
  await expect(page.locator(`main:visible a[href="/fair/${drawId}"]`)).toBeVisible()
}

test.describe('with motion', () => {
  test.use({ reducedMotion: 'no-preference' })

  for (const game of ['k3_5m', 'speed_racing', 'ssc_5m', 'speed_11x5'] as const)
    test(`${game}: a result comes as a scene, with its numbers in text at once; it moves nothing and ends in the plain result`, async ({
      page,
      house,
    }) => {
      await watch(page, house, game)
      const board = page.locator('main:visible fieldset').first()
      const before = (await board.boundingBox())!
      await drawNext(page, house, game)
      const scene = sceneOf(page)
      await expect(scene).toBeVisible()
      const said = (await plain(page).textContent())!
      await expect(scene).toContainText(said.replaceAll(',', ''))
      await expect(scene).toContainText(/Drawn by round [\d,]+/)
      expect(await board.boundingBox()).toEqual(before)
      const { y, height } = (await scene.boundingBox())!
      expect(y + height, 'the panel ends above the board').toBeLessThanOrEqual(before.y)
      await expectAccessible(page)
      await expect(scene).toHaveCount(0)
      await expect(plain(page)).toHaveText(said)
      expect(await board.boundingBox()).toEqual(before)
    })

  test('a tap skips the scene, and “show at once” is remembered until it is switched back', async ({ page, house }) => {
    await watch(page, house, 'speed_racing')
    await drawNext(page, house, 'speed_racing')
    await skip(page).click()
    await expect(sceneOf(page)).toHaveCount(0, { timeout: 1_500 })
    await drawNext(page, house, 'speed_racing')
    await expect(page.getByRole('switch', { name: sceneSays!.sound! })).not.toBeChecked()
    await page.getByRole('button', { name: sceneSays!.atOnce! }).click()
    await expect(sceneOf(page)).toHaveCount(0, { timeout: 1_500 })
    const heard = heardLive(page)
    await page.reload()
    await heard
    const before = await plain(page).textContent()
    await drawNext(page, house, 'speed_racing')
    await expect(plain(page)).not.toHaveText(before!)
    await expect(page.locator('[data-scene]')).toHaveCount(0)
    await page.getByRole('switch', { name: sceneSays!.play! }).click()
    await drawNext(page, house, 'speed_racing')
    await expect(sceneOf(page)).toBeVisible()
  })

  test('a page that was not looked at, or is shown again, has the plain result', async ({ page, house }) => {
    await watch(page, house, 'speed_racing')
    const hide = (isHidden: boolean) =>
      page.evaluate((is) => Object.defineProperty(document, 'hidden', { value: is, configurable: true }), isHidden)
    await hide(true)
    const before = await plain(page).textContent()
    await drawNext(page, house, 'speed_racing')
    await expect(plain(page)).not.toHaveText(before!)
    await expect(page.locator('[data-scene]')).toHaveCount(0)
    await hide(false)
    await drawNext(page, house, 'speed_racing')
    await expect(sceneOf(page)).toBeVisible()
    await page.getByRole('link', { name: says!.rules! }).click()
    await settled(page, '/play/rules')
    await page.goBack()
    await expect(plain(page)).toBeVisible()
    await expect(page.locator('[data-scene]')).toHaveCount(0)
  })
})

test('whoever asked for less motion has the plain result, and no switch for scenes', async ({ page, house }) => {
  await watch(page, house, 'speed_racing')
  const before = await plain(page).textContent()
  await drawNext(page, house, 'speed_racing')
  await expect(plain(page)).not.toHaveText(before!)
  await expect(page.locator('[data-scene]')).toHaveCount(0)
  await expect(page.getByRole('switch', { name: sceneSays!.play! })).toBeHidden()
})
