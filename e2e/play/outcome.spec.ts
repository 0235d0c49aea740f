import type { Page } from '@playwright/test'
import { expect, expectAccessible, picture, wordsOf } from '../journey.ts'
import { buy, play, test } from './playing.ts'

const { play: says, orders, success } = await wordsOf('en')

const choose = (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click()

test('where somebody bets they see their balance, their bets on the draw and, as it is drawn, what came of each', async ({
  page,
  house,
}) => {
  const an = await house.player({ certified: true, balance: '20.00' })
  await play(page, house, { who: an, game: 'k3_5m' })
  const mine = page.getByRole('region', { name: says!.mine! })
  await expect(mine).toContainText('$20.00')
  // One of the two wins whatever is drawn.
  await choose(page, /^Big 1\.96/)
  await choose(page, /^Small 1\.96/)
  await buy(page, ['1'])
  await expect(page.getByText(success!.purchased!)).toBeVisible()
  await expect(mine).toContainText('$18.00')
  await expect(mine.getByRole('listitem')).toHaveCount(2)
  await expect(mine).toContainText(`${orders!.stake!} $2.00`)
  await expect(mine).not.toContainText(says!.net!)
  await picture(page, 'own-bets')

  await house.liveUntil(house.clock.nowMs() + 310_000)
  // Told by itself: one line each way, and a draw that paid less than it cost is called a loss.
  await expect(mine.getByText(orders!.win!, { exact: true })).toHaveCount(1)
  await expect(mine.getByText(orders!.lose!, { exact: true })).toHaveCount(1)
  await expect(mine).toContainText(`${orders!.payout!} $1.96`)
  await expect(mine).toContainText(`${says!.net!} -$0.04`)
  await expect(mine).toContainText('$19.96')
  await expectAccessible(page)
  await picture(page, 'own-outcome')
})

test('a visitor sees no balance, and no room is kept for one', async ({ page, house }) => {
  await page.goto(`${house.playerUrl}/play/czgame?game=k3_5m&lang=en`)
  await expect(page.getByRole('group', { name: says!.markets! })).toBeVisible()
  await expect(page.getByRole('region', { name: says!.mine! })).toHaveCount(0)
})
