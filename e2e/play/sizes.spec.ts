import type { Page } from '@playwright/test'
import type { Locale } from '#contract/locales'
import type { GameCode } from '#core/games/catalogue'
import { flawsOf } from '../flaws.ts'
import { expect, expectAccessible, picture, speakIn, wordsOf } from '../journey.ts'
import { bet, periodNow } from '#server/testing/draws/betting'
import { pathOf, play, test } from './playing.ts'

/** One of each family. */
const played: readonly GameCode[] = ['k3_5m', 'speed_racing', 'ssc_10m', 'speed_11x5']

const enlarge = (page: Page) => page.evaluate(() => (document.documentElement.style.fontSize = '200%'))

/** Where the first thing to bet on ends, and where the slip that lies over the board begins. */
const places = (page: Page) =>
  page.evaluate(() => {
    const cell = [...document.querySelectorAll('main section[aria-labelledby] button')].find((each) =>
      each.checkVisibility(),
    )!
    const slip = [...document.querySelectorAll('aside')].find((each) => each.checkVisibility())!
    return { cell: cell.getBoundingClientRect().bottom, slip: slip.getBoundingClientRect().top, height: innerHeight }
  })

async function shown(page: Page, url: string, locale: Locale): Promise<void> {
  await page.goto(url)
  await expect(page.getByRole('group', { name: (await wordsOf(locale)).play!.markets! })).toBeVisible()
}

test('on a small phone, upright or sideways, something to bet on is in sight at once, and no word is broken', async ({
  page,
  house,
}) => {
  test.setTimeout(120_000)
  await house.liveUntil(house.clock.nowMs() + 310_000)
  const an = await house.player({ certified: true, balance: '1234567.89' })
  await bet(an, await periodNow(an, 'k3_5m'), { bets: ['k3.sum_big_small big 10.00', 'k3.sum_odd_even odd 10.00'] })
  await play(page, house, { who: an, game: 'k3_5m' })
  for (const [width, height] of [
    [320, 568],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const locale of ['ru', 'vi', 'th'] as const) {
      await speakIn(page, locale)
      for (const game of played) {
        await shown(page, house.playerUrl + pathOf(game), locale)
        const { cell, slip } = await places(page)
        expect([width, locale, game, cell <= slip]).toEqual([width, locale, game, true])
        expect([width, locale, game, await flawsOf(page, await wordsOf(locale))]).toEqual([width, locale, game, []])
        await picture(page, `size-${width}-${game}-${locale}`)
      }
    }
  }
})

test('with text at twice its size every game can be read and played, and the slip leaves the board in sight', async ({
  page,
  house,
}) => {
  test.setTimeout(120_000)
  await house.liveUntil(house.clock.nowMs() + 310_000)
  const an = await house.player({ certified: true, balance: '1234567.89' })
  await play(page, house, { who: an, game: 'k3_5m' })
  for (const locale of ['en', 'ru', 'vi', 'th'] as const) {
    const words = await wordsOf(locale)
    await speakIn(page, locale)
    for (const game of played) {
      await shown(page, house.playerUrl + pathOf(game), locale)
      await enlarge(page)
      expect([locale, game, await flawsOf(page, words)]).toEqual([locale, game, []])
      await page.getByRole('button', { name: words.play!.quickPick! }).click()
      await page.getByRole('button', { name: '+100', exact: true }).click()
      const { slip, height } = await places(page)
      expect([locale, game, slip > 0.4 * height]).toEqual([locale, game, true])
      expect([locale, game, await flawsOf(page, words)]).toEqual([locale, game, []])
      await picture(page, `large-${game}-${locale}`)
    }
  }
  await expectAccessible(page)
})
