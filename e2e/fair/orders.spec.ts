import { getBet } from '#contract/play/bets'
import { expectAccessible, picture } from '../journey.ts'
import { betNow, drawn, enterAtHouseTime, expect, instantsOf, test } from './draw-journey.ts'

const sides = [1, 2, 3, 4, 5].map((ball) => `x11_5.ball_big_small@${ball} big 2.00`)
/** At 1.96 a win of 2.00 pays 3.92; ball 11 gives the stake back. */
const paid = { win: '$3.92', push: '$2.00', lose: '$0.00' } as const

test('bet orders show win, lose and stake returned to the cent, as they happen', async ({ page, house }) => {
  const an = await house.player({ certified: true, balance: '500.00' })
  // The house's chance is seeded, so the first draw that shows all three is the same one every time.
  const outcomesOf = async (drawId: string) =>
    Promise.all(sides.map(async (_, seq) => (await an.call(getBet, { id: `${drawId}:${seq}` })).outcome!))
  let drawId = ''
  let outcomes: (keyof typeof paid | 'void')[] = []
  while (new Set(outcomes).size < 3) {
    drawId = await betNow(an, 'speed_11x5', sides)
    await drawn(house, drawId)
    outcomes = await outcomesOf(drawId)
  }
  await enterAtHouseTime(page, house, { who: an, path: '/pay/xzlist' })
  await page.getByText('Completed', { exact: true }).click()
  for (const [seq, outcome] of outcomes.entries()) {
    const row = page.locator(`a[href="/pay/bet?id=${encodeURIComponent(`${drawId}:${seq}`)}"]`)
    await expect(row).toContainText({ win: 'Win', push: 'Stake returned', lose: 'Lose', void: 'Void' }[outcome])
    await expect(row).toContainText('$2.00')
    if (outcome === 'win') await expect(row).toContainText('+$3.92')
  }
  await expectAccessible(page)
  await picture(page, 'orders-completed')
  for (const outcome of ['win', 'lose', 'push'] as const) {
    const seq = outcomes.indexOf(outcome)
    await page.locator(`a[href="/pay/bet?id=${encodeURIComponent(`${drawId}:${seq}`)}"]`).click()
    const row = page.getByRole('listitem').filter({ hasText: 'Paid out' })
    await expect(row).toContainText(paid[outcome])
    if (outcome === 'win') await expectAccessible(page)
    await picture(page, `orders-${outcome}`)
    await page.goBack()
    await expect(page.getByText('Completed', { exact: true })).toBeVisible()
  }

  const next = await betNow(an, 'speed_11x5', ['x11_5.pick2 01,02,03 1.00'])
  const { closesAtMs } = instantsOf(next)
  await page.getByText('In progress', { exact: true }).click()
  await page.locator(`a[href*="${encodeURIComponent(next)}"]`).click()
  await expect(page.getByRole('main').getByText('Betting in progress')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Number of bets' })).toContainText('3')
  await picture(page, 'orders-betting')
  await house.liveUntil(closesAtMs)
  await expect(page.getByRole('main').getByText('Pending settlement')).toBeVisible()
  await drawn(house, next)
  await expect(page.getByRole('listitem').filter({ hasText: 'Paid out' })).toBeVisible()
})
