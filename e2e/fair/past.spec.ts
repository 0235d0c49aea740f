import { cancelRepeatOrder, placeRepeatOrder } from '#contract/play/bets'
import type { Locale } from '#contract/locales'
import { chosen, periodNow } from '#server/testing/draws/betting'
import { flawsOf } from '../flaws.ts'
import { enter, expectAccessible, picture, wordsOf } from '../journey.ts'
import { drawn, expect, instantsOf, test } from './draw-journey.ts'

const pages = {
  draws: '/play/draws?game=',
  trends: '/play/trends?game=',
  rules: '/play/rules?game=',
} as const
const games = { en: 'speed_racing', vi: 'speed_11x5', th: 'k3_5m' } as const

test('past draws, trends, rules and statistics speak and fit, with draws to show', async ({ page, house }) => {
  test.setTimeout(240_000)
  // Long enough that how evenly the quickest games' numbers came can be told.
  await house.liveUntil(house.clock.nowMs() + 65 * 60_000)
  for (const [locale, game] of Object.entries(games) as [Locale, string][]) {
    const words = await wordsOf(locale)
    const look = async (name: string, path: string) => {
      await page.goto(`${house.playerUrl}${path}`)
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      await expect(page.getByLabel(words.common!.loading!)).toHaveCount(0)
      expect([path, await flawsOf(page, words)]).toEqual([path, []])
      if (locale === 'en') await expectAccessible(page)
      await picture(page, `${name}-${locale}`)
    }
    await page.goto(`${house.playerUrl}/?lang=${locale}`)
    await expect(page.getByRole('timer')).toHaveCount(10)
    await picture(page, `home-visitor-${locale}`)
    for (const [name, path] of Object.entries(pages)) await look(name, path + game)
    await expect(page.getByText(words.rules!.chance!).first()).toBeVisible()
    await look('statistics', '/fair/statistics')
    await page.getByText(words.game!.speed_racing!, { exact: true }).click()
    await page.getByText(words.fair!.uniformity!).first().scrollIntoViewIfNeeded()
    await picture(page, `statistics-uniformity-${locale}`)
  }
})

test('a repeat order is seen and stopped, and what was held is free again', async ({ page, house }) => {
  const an = await house.player({ certified: true, balance: '50.00' })
  const { drawId, rules } = await periodNow(an, 'speed_racing')
  const bets = [chosen('pk10.position_number@1 7 2.00')]
  const { id } = await an.call(
    placeRepeatOrder,
    { drawId, rules, bets, periods: 5, stopsOnWin: false },
    crypto.randomUUID(),
  )
  await drawn(house, drawId)
  await house.liveUntil(instantsOf(drawId).drawsAtMs + 20_000)
  await enter(page, an, { path: '/pay/repeat-orders', locale: 'en', url: house.playerUrl })
  await expect(page.getByText('Running')).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'repeatOrders')
  await page.getByRole('button', { name: 'Stop this repeat order' }).click()
  await picture(page, 'repeat-orders-stop')
  await page.getByRole('dialog').getByRole('button', { name: 'Stop this repeat order' }).click()
  await expect(page.getByText('Stopped by you')).toBeVisible()
  await expect(an.call(cancelRepeatOrder, { id })).rejects.toMatchObject({ code: 'repeat_order_over' })
})
