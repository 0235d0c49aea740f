import { expect, expectAccessible, heardLive, picture, wordsOf } from '../journey.ts'
import { bet, periodNow } from '#server/testing/draws/betting'
import { betButton, betsOf, buy, play, stakeOf, test } from './playing.ts'

const { play: says, common, success, rules, home, game: games } = await wordsOf('en')

test('three taps buy a bet: a cell, the button, the confirmation; the stake is the last one', async ({
  page,
  house,
}) => {
  const an = await house.player({ certified: true, balance: '100.00' })
  await play(page, house, { who: an, game: 'speed_racing' })
  const small = page.getByRole('button', { name: /^Small 1\.96/ }).first()
  const confirm = page.getByRole('dialog').getByRole('button', { name: common!.confirm! })
  await small.tap()
  // The thumb reaches all three in the lower two thirds of the screen.
  for (const each of [small, betButton(page)]) expect((await each.boundingBox())!.y).toBeGreaterThan(844 / 3)
  await betButton(page).tap()
  await confirm.tap()
  await expect(page.getByText(success!.purchased!)).toBeVisible()
  expect(await an.balance()).toBe('90.00')
  await small.tap()
  await page.getByRole('button', { name: '½', exact: true }).tap()
  await betButton(page).tap()
  await confirm.tap()
  await expect(page.getByText(says!.loginToBet!)).toHaveCount(0)
  await expect.poll(() => an.balance()).toBe('85.00')
  await expect(page.getByRole('banner')).toContainText('$85.00')
  await small.tap()
  await expect(stakeOf(page)).toHaveValue('5')
  await page.getByRole('button', { name: says!.max!, exact: true }).tap()
  await expect(stakeOf(page)).toHaveValue('85')
})

test('the stake of an open slip stays as it was read, whatever is paid meanwhile', async ({ page, house }) => {
  const an = await house.player({ certified: true, balance: '105.00' })
  await play(page, house, { who: an, game: 'k3_5m' })
  const cell = (name: string) => page.getByRole('button', { name: new RegExp(`^${name} 1\\.96`) }).first()
  await cell('Big').tap()
  await cell('Small').tap()
  await buy(page, ['50'])
  await expect(page.getByText(success!.purchased!)).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('$5.00')
  // The last stake is more than what is left, so a slip begins with the least.
  await cell('Big').tap()
  await betButton(page).tap()
  const total = page.getByRole('dialog').locator('dl')
  await expect(total).toContainText('$1.00')
  await house.liveUntil(house.clock.nowMs() + 310_000)
  await expect(page.getByText('$103.00').first()).toBeAttached()
  await expect(total).toContainText('$1.00')
  await page.getByRole('dialog').getByRole('button', { name: common!.confirm! }).tap()
  await expect.poll(() => an.balance()).toBe('102.00')
})

test('bets that are asked for again do not take the place of what was chosen meanwhile', async ({ page, house }) => {
  const an = await house.player({ certified: true, balance: '20.00' })
  await bet(an, await periodNow(an, 'k3_5m'), { bets: ['k3.sum_big_small small 3.00'] })
  const heard = heardLive(page)
  await play(page, house, { who: an, game: 'k3_5m' })
  await heard
  await expect(page.getByRole('region', { name: says!.mine! }).getByRole('listitem')).toHaveCount(1)
  const held = Promise.withResolvers<void>()
  const latest = /\/api\/v1\/bets\?game=/
  await page.route(latest, async (route) => {
    await held.promise
    await route.continue()
  })
  const answered = page.waitForResponse(latest)
  await page.getByRole('button', { name: says!.again! }).tap()
  await page
    .getByRole('button', { name: /^Big 1\.96/ })
    .first()
    .tap()
  await betButton(page).tap()
  const lines = page.getByRole('dialog').getByRole('listitem')
  await expect(lines).toHaveText([/Big/])
  held.resolve()
  await (await answered).finished()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await expect(page.getByRole('dialog').locator('dl')).toContainText('$10.00')
  await expect(lines).toHaveText([/Big/])
})

test('the keyboard alone bets and hears the result, and lines can be swiped off the slip', async ({ page, house }) => {
  const an = await house.player({ certified: true, balance: '20.00' })
  await play(page, house, { who: an, game: 'k3_5m' })
  await page
    .getByRole('button', { name: /^Big 1\.96/ })
    .first()
    .focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await betButton(page).focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)
  const line = sheet.getByRole('listitem').first().locator('div').first()
  await line.dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 300, pointerId: 1 })
  await line.evaluate((each) => (each.setPointerCapture = () => undefined))
  await line.dispatchEvent('pointermove', { pointerType: 'touch', clientX: 120, pointerId: 1 })
  await line.dispatchEvent('pointerup', { pointerType: 'touch', clientX: 120, pointerId: 1 })
  await expect(sheet.getByRole('listitem')).toHaveCount(1)
  await sheet.getByLabel(says!.stake!).focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('2.50')
  await sheet.getByRole('button', { name: common!.confirm! }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(success!.purchased!)).toBeVisible()
  expect(await betsOf(an)).toEqual(['k3.sum_big_small small'])
  expect(await an.balance()).toBe('17.50')
  await house.liveUntil(house.clock.nowMs() + 310_000)
  await expect(page.locator('main:visible output[aria-live=polite]').first()).toContainText(/\d, \d, \d/)
})

test('a sheet whose lines were all removed stays closed at the next tap on the board', async ({ page, house }) => {
  const an = await house.player({ certified: true, balance: '20.00' })
  await play(page, house, { who: an, game: 'k3_10m' })
  const [big, small] = ['Big', 'Small'].map((name) =>
    page.getByRole('button', { name: new RegExp(`^${name} 1\\.96`) }).first(),
  )
  await big!.click()
  await small!.click()
  await betButton(page).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('listitem')).toHaveCount(2)
  // Both within one moment: the slip follows a tap a little later.
  await sheet
    .getByRole('listitem')
    .evaluateAll((lines) => lines.forEach((line) => line.querySelector('button')!.click()))
  await expect(sheet).toHaveCount(0)
  await big!.click()
  await expect(betButton(page)).toBeVisible()
  await expect(sheet).toHaveCount(0)
})

test('a slip can be kept as a favourite, a quick pick rolled again, and one cell asked for its chance', async ({
  page,
  house,
}) => {
  const an = await house.player({ certified: true, balance: '20.00' })
  await play(page, house, { who: an, game: 'ssc_10m' })
  await page.getByRole('button', { name: says!.quickPick! }).click()
  const pressed = page.locator('[data-board] [aria-pressed=true]')
  await expect(pressed).toHaveCount(1)
  await page.getByRole('button', { name: says!.roll! }).click()
  await expect(pressed).toHaveCount(1)
  const name = (await pressed.getAttribute('aria-label'))!
  await page.getByRole('button', { name: says!.favourite! }).click()
  await page.getByRole('button', { name: says!.removeAll! }).click()
  await page.getByRole('button', { name: says!.favourites!, exact: true }).click()
  await expectAccessible(page)
  await picture(page, 'game-favourites')
  await page.getByRole('dialog').getByRole('listitem').getByRole('button').first().click()
  await expect(pressed).toHaveAttribute('aria-label', name)
  await expect(page.getByRole('button', { name: says!.roll! })).toHaveCount(0)

  await page.getByRole('button', { name: /^7 9\.80/ }).click({ button: 'right' })
  await expect(page.getByRole('dialog')).toContainText(`${rules!.chance!}10% (1/10)`)
  await expectAccessible(page)
  await picture(page, 'game-cell')
  await page.getByRole('dialog').getByRole('button', { name: common!.done! }).click()

  await page.getByRole('heading', { name: games!.ssc_10m! }).getByRole('button').click()
  await expect(page.getByRole('dialog', { name: home!.games! }).getByRole('link')).toHaveCount(9)
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('link', { name: games!.k3_5m! }).click()
  await expect(page.getByRole('heading', { name: games!.k3_5m! })).toBeVisible()
})

test('on a tablet the board stands beside the draw and the slip, and the slip shows its lines', async ({
  page,
  house,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  const an = await house.player({ certified: true, balance: '20.00' })
  await play(page, house, { who: an, game: 'speed_racing' })
  await page
    .getByRole('button', { name: /^Small 1\.96/ })
    .first()
    .click()
  const slip = page.getByRole('complementary')
  await expect(slip.getByRole('listitem')).toHaveCount(1)
  const [board, side] = [await page.locator('[data-board]').boundingBox(), await slip.boundingBox()]
  expect(side!.x).toBeGreaterThan(board!.x + board!.width)
  await expectAccessible(page)
  await picture(page, 'game-tablet')
})
