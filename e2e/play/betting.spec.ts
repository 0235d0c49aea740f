import type { Page } from '@playwright/test'
import { setPlayerStatus } from '#contract/console/players'
import { listRepeatOrders } from '#contract/play/bets'
import { periodAt } from '#core/periods/schedule'
import { runRepeatOrders } from '#server/features/bets/repeat-orders/run-repeat-orders'
import { testPassword } from '#server/testing/person'
import { appIsUp, expect, expectAccessible, go, picture, signInHere, statuses, wordsOf } from '../journey.ts'
import { betButton, betsOf, buy, letTimeRun, play, stakeOf, test } from './playing.ts'

// The reveal of a result is motion.
test.use({ reducedMotion: 'no-preference' })

const {
  play: says,
  common,
  success,
  refusal,
  account,
  pay,
  page: pages,
  my,
  game,
  money,
} = (await wordsOf('en')) as Record<string, Record<string, string>>

const big = (page: Page) => page.getByRole('button', { name: /^Big 1\.96/ }).first()
const sheetOf = (page: Page) => page.getByRole('dialog')

test('a newcomer comes to the home page, chooses, logs in and has a first bet', async ({ page, house }) => {
  const an = await house.player({ certified: true, balance: '20.00' })
  await page.goto(`${house.playerUrl}/?lang=en`)
  await appIsUp(page)
  await page.getByText(game!.k3_5m!, { exact: true }).click()
  await expect(page.getByRole('heading', { name: game!.k3_5m! })).toBeVisible()
  await big(page).click()
  await page.getByRole('link', { name: says!.loginToBet! }).click()
  await page.getByLabel(account!.accountOrEmail!, { exact: true }).fill(an.account)
  await page.getByLabel(account!.password!, { exact: true }).fill(testPassword)
  await page.getByRole('button', { name: account!.login! }).click()
  await expect(page.getByText(success!.signed_in!)).toBeVisible()
  await expect(big(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(stakeOf(page)).toHaveValue('10')
  await stakeOf(page).fill('')
  await expect(page.getByText(says!.enterAmount!)).toBeVisible()
  await picture(page, 'game-no-amount')
  await stakeOf(page).click()
  const keys = page.getByRole('group', { name: says!.keypad! })
  await keys.getByRole('button', { name: '5', exact: true }).click()
  await expectAccessible(page)
  await picture(page, 'game-keypad')
  await keys.getByRole('button', { name: common!.done! }).click()
  await expect(keys).toHaveCount(0)
  await expect(page.getByText(`1 line × $5.00 = $5.00`)).toBeVisible()
  await expect(betButton(page)).toHaveText(/^Bet \$5\.00 can win up to \$9\.80/)
  await expectAccessible(page)
  await picture(page, 'game-slip')
  await betButton(page).click()
  await expect(sheetOf(page)).toContainText('× 1.96')
  await expectAccessible(page)
  await picture(page, 'game-confirm')
  await sheetOf(page).getByRole('button', { name: common!.confirm! }).click()
  await expect(page.getByText(success!.purchased!)).toBeVisible()
  await picture(page, 'game-purchased')
  expect(await betsOf(an)).toEqual(['k3.sum_big_small big'])
  expect(await an.balance()).toBe('15.00')
  await page.getByRole('button', { name: says!.again! }).click()
  await expect(big(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(stakeOf(page)).toHaveValue('5')
})

test('what the server would refuse is told in place, with the way out', async ({ page, house, complaints }) => {
  const an = await house.player({ certified: true, balance: '20.00' })
  await play(page, house, { who: an, game: 'k3_10m' })
  await big(page).click()
  await stakeOf(page).fill('0.5')
  await expect(page.getByText(refusal!.stake_too_small!.replace('{{min}}', '$1.00'))).toBeVisible()
  await stakeOf(page).fill('1000.01')
  await expect(page.getByText(refusal!.stake_too_large!.replace('{{max}}', '$1,000.00'))).toBeVisible()
  await expectAccessible(page)
  await stakeOf(page).fill('20.01')
  await buy(page, [])
  const said = sheetOf(page).getByRole('alert')
  await expect(said).toContainText(refusal!.insufficient_balance!)
  await expect(said.getByRole('link', { name: pay!.topUp! })).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'game-insufficient')
  expect(statuses(complaints)).toEqual(['409'])
})

test('restricted, frozen and abnormal accounts are told so and led to customer service', async ({
  page,
  house,
  complaints,
}) => {
  const [an, risk] = [await house.player({ certified: true, balance: '20.00' }), await house.operator('risk')]
  const become = (status: 'restricted' | 'frozen' | 'abnormal') =>
    risk.call(setPlayerStatus, { id: an.id, status, reason: 'looked at for a journey' })
  const said = sheetOf(page).getByRole('alert')
  const again = page.getByRole('button', { name: says!.again! })
  await play(page, house, { who: an, game: 'k3_10m' })
  for (const status of ['restricted', 'frozen'] as const) {
    await become(status)
    if (status === 'frozen') {
      // The session has ended, and the screen knows by itself; a frozen player may log in again.
      await expect(big(page)).toHaveAttribute('aria-pressed', 'false')
      await big(page).click()
      await expect(page.getByRole('link', { name: says!.loginToBet! })).toBeVisible()
      await signInHere(page, an)
      await page.reload()
    }
    await expect(again).toBeVisible()
    await big(page).click()
    // After a refusal the page asks who it is; the next state may end the session before that is answered.
    const asked = page.waitForResponse((response) => response.url().endsWith('/api/v1/me'))
    await buy(page, ['10'])
    await asked
    await expect(said).toContainText(refusal![`account_${status}`]!)
    await expect(said.getByRole('link', { name: pages!.support! })).toBeVisible()
    await picture(page, `game-${status}`)
  }
  await become('abnormal')
  await expect(sheetOf(page)).toHaveCount(0)
  await expect(again).toHaveCount(0)
  expect(await an.balance().catch(() => 'shut out')).toBe('shut out')
  expect(statuses(complaints)).toEqual(['403', '403'])
})

test('without certification a bet is refused and the way to it shown', async ({ page, house, complaints }) => {
  const an = await house.player({ balance: '20.00' })
  await play(page, house, { who: an, game: 'k3_10m' })
  await big(page).click()
  await buy(page, ['1'])
  await expect(sheetOf(page).getByRole('alert')).toContainText(refusal!.certification_required!)
  await expect(sheetOf(page).getByRole('link', { name: my!.certification! })).toBeVisible()
  expect(statuses(complaints)).toEqual(['403'])
})

test('a bet that comes after the close is refused, and the slip is kept for the next draw', async ({
  page,
  house,
  complaints,
}) => {
  const an = await house.player({ certified: true, balance: '20.00' })
  await play(page, house, { who: an, game: 'k3_5m' })
  await big(page).click()
  // The page believes that there is time left; only the server's clock decides.
  house.clock.forward(270_000)
  await house.app.beacon.look()
  // Its draw is closed while the slip is on its way.
  await page.route('**/api/v1/bets', async (route) => {
    if (route.request().method() === 'POST') await house.tick()
    await route.continue()
  })
  await buy(page, ['1'])
  await expect(sheetOf(page).getByRole('alert')).toContainText(refusal!.betting_closed!)
  await expect(sheetOf(page).getByRole('button', { name: says!.closed! })).toBeDisabled()
  await picture(page, 'game-closed')
  expect(await betsOf(an)).toEqual([])
  await house.liveUntil(house.clock.nowMs() + 40_000)
  await page.reload()
  await expect(page.getByText(/Result of 20261102145/)).toBeVisible()
  expect(statuses(complaints)).toEqual(['409'])
})

test('offline after the button was pressed, then back: exactly one bet', async ({ page, house, complaints }) => {
  const an = await house.player({ certified: true, balance: '20.00' })
  await play(page, house, { who: an, game: 'k3_10m' })
  await big(page).click()
  let sent = 0
  await page.route('**/api/v1/bets', async (route) => {
    if (route.request().method() !== 'POST' || sent++ > 0) return route.continue()
    // It arrives and is carried out, and then the connection is gone, and the answer with it.
    await route.fetch()
    await page.context().setOffline(true)
    await route.abort('connectionreset')
  })
  await buy(page, ['5'])
  await expect(sheetOf(page).getByRole('alert')).toHaveText(common!.checking!)
  await expect(sheetOf(page).getByRole('button', { name: common!.confirm! })).toBeDisabled()
  await picture(page, 'game-checking')
  await page.context().setOffline(false)
  await expect(page.getByText(success!.purchased!)).toBeVisible({ timeout: 20_000 })
  expect(await betsOf(an)).toEqual(['k3.sum_big_small big'])
  expect(await an.balance()).toBe('15.00')
  expect(sent).toBeGreaterThan(1)
  const lost = /ERR_(CONNECTION_RESET|INTERNET_DISCONNECTED|NETWORK_CHANGED|NETWORK_IO_SUSPENDED)/
  complaints.forgive(lost)
})

test('the countdown is the server’s, also on a phone whose clock is ten minutes off', async ({ page, house }) => {
  await page.addInitScript(() => {
    const own = Date.now.bind(Date)
    Date.now = () => own() - 600_000
  })
  const stop = letTimeRun(house)
  await page.goto(`${house.playerUrl}/play/czgame?game=speed_11x5&lang=en`)
  const timer = page.getByRole('timer').first()
  await expect(timer).toBeVisible()
  const closesAtMs = Math.floor(house.clock.nowMs() / 75_000) * 75_000 + 60_000
  const errors: number[] = []
  for (let times = 0; times < 4; times++) {
    const before = (await timer.textContent())!
    await page.waitForFunction((text) => document.querySelector('[role=timer]')!.textContent !== text, before, {
      polling: 'raf',
    })
    const left = closesAtMs - house.clock.nowMs()
    const [minutes, seconds] = (await timer.textContent())!.split(':').map(Number)
    errors.push(Math.abs(left - (minutes! * 60 + seconds!) * 1_000))
  }
  stop()
  // The way back from the browser adds to each figure, so the least of them tells most.
  expect(Math.min(...errors)).toBeLessThan(300)
})

test('at the close the screen says so, then draws, and the result is there within a second', async ({
  page,
  house,
}) => {
  await house.liveUntil(house.clock.nowMs() + 75_000 + 58_000)
  const an = await house.player()
  await play(page, house, { who: an, game: 'speed_racing' })
  const head = page.locator('main:visible section').first()
  await expect(head).toContainText('Result of 202611020577')
  await expect(head).toContainText('Closed · draw')
  await picture(page, 'game-closing')
  const tookMs: number[] = []
  for (const issue of ['202611020578', '202611020579']) {
    // The page counts down by itself; the house closes and draws at its own instants, however slow the browser was.
    const { closesAtMs, drawsAtMs } = periodAt('speed_racing', house.clock.nowMs())
    house.clock.to(closesAtMs)
    await house.tick()
    house.clock.to(drawsAtMs + 2_900)
    await house.tick()
    const drawnMs = performance.now()
    await expect(head).toContainText(`Result of ${issue}`)
    await expect(head.getByText(/^\d+(, \d+){9}$/)).toBeAttached()
    tookMs.push(performance.now() - drawnMs)
  }
  // Whatever else the machine does slows one of them.
  expect(Math.min(...tookMs)).toBeLessThan(1_000)
  await expect(head.getByText(/^\d+(, \d+){9}$/)).toBeAttached()
  await picture(page, 'game-reveal')
})

test('a repeat order is bought with its total shown, stops on a win, and the rest is free again', async ({
  page,
  house,
}) => {
  const an = await house.player({ certified: true, balance: '100.00' })
  await play(page, house, { who: an, game: 'k3_5m' })
  // One of the two wins whatever is drawn.
  await big(page).click()
  await page
    .getByRole('button', { name: /^Small 1\.96/ })
    .first()
    .click()
  await stakeOf(page).fill('1')
  await betButton(page).click()
  await sheetOf(page).getByLabel(says!.repeatOrder!).check()
  await sheetOf(page).getByRole('button', { name: says!.fewer! }).click()
  await expect(sheetOf(page)).toContainText('$8.00')
  await expectAccessible(page)
  await picture(page, 'game-repeat-order')
  await sheetOf(page).getByRole('button', { name: common!.confirm! }).click()
  await expect(page.getByText(success!.purchased!)).toBeVisible()
  expect(await an.balance()).toBe('92.00')
  await go(page, '/pay/lslist')
  const figure = (name: string) => page.locator('main:visible li').filter({ hasText: name }).first()
  await expect(figure(money!.held!)).toContainText('$0.00')
  await expect(figure(money!.repeatOrder!)).toContainText('$8.00')
  await runRepeatOrders(house.app)
  await house.liveUntil(house.clock.nowMs() + 320_000)
  await runRepeatOrders(house.app)
  const { items } = await an.call(listRepeatOrders, {})
  expect(items).toMatchObject([{ status: 'won', periods: 4, placed: 1, held: 0n }])
  expect(await betsOf(an)).toHaveLength(2)
  expect(await an.balance()).toBe('99.96')
})
