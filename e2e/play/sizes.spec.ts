import type { Page } from '@playwright/test'
import type { Locale } from '#contract/locales'
import type { GameCode } from '#core/games/catalogue'
import { flawsOf } from '../flaws.ts'
import { type Words, appIsUp, expect, expectAccessible, go, picture, wordsOf } from '../journey.ts'
import { inEach } from '../visit/speaking.ts'
import { bet, periodNow } from '#server/testing/draws/betting'
import { pathOf, play, stakeOf, test } from './playing.ts'

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

/** Opens a game, and looks at its board in one language after the other. */
async function openGame(
  page: Page,
  game: GameCode,
  { spoken, look }: { spoken: readonly Locale[]; look: (words: Words, locale: Locale) => Promise<void> },
): Promise<void> {
  await go(page, pathOf(game))
  await inEach(page, spoken, async (words, locale) => {
    await expect(page.getByRole('group', { name: words.play!.markets! })).toBeVisible()
    await look(words, locale)
  })
}

test('something to bet on is in sight and no word is broken: with text at twice its size, and on a small phone, upright or sideways', async ({
  page,
  house,
}) => {
  await house.liveUntil(house.clock.nowMs() + 310_000)
  const an = await house.player({ certified: true, balance: '1234567.89' })
  await play(page, house, { who: an, game: 'k3_5m' })
  await appIsUp(page)

  // With large text every game can be read and played, and the slip leaves the board in sight.
  await enlarge(page)
  const { play: english } = await wordsOf('en')
  for (const game of played) {
    const spoken = ['th', 'ru', 'vi', 'en'] as const
    const fits = async (words: Words, locale: Locale) =>
      expect([locale, game, await flawsOf(page, words)]).toEqual([locale, game, []])
    await openGame(page, game, { spoken, look: fits })
    await page.getByRole('button', { name: english!.quickPick! }).click()
    await stakeOf(page).fill('100')
    await inEach(page, spoken, async (words, locale) => {
      const { slip, height } = await places(page)
      expect([locale, game, slip > 0.4 * height]).toEqual([locale, game, true])
      await fits(words, locale)
      await picture(page, `large-${game}-${locale}`)
    })
  }
  await expectAccessible(page)

  // On a small phone something to bet on is in sight at once, also for who has bet and may bet the same again.
  await bet(an, await periodNow(an, 'k3_5m'), { bets: ['k3.sum_big_small big 10.00', 'k3.sum_odd_even odd 10.00'] })
  for (const [width, height] of [
    [320, 568],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(house.playerUrl + pathOf('k3_5m'))
    for (const game of played) {
      const look = async (words: Words, locale: Locale) => {
        const { cell, slip } = await places(page)
        expect([width, locale, game, cell <= slip]).toEqual([width, locale, game, true])
        expect([width, locale, game, await flawsOf(page, words)]).toEqual([width, locale, game, []])
        await picture(page, `size-${width}-${game}-${locale}`)
      }
      await openGame(page, game, { spoken: ['ru', 'vi', 'th'], look })
    }
  }
})
