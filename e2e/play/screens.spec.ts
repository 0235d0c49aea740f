import { type Locale, locales } from '#contract/locales'
import type { GameCode } from '#core/games/catalogue'
import { flawsOf } from '../flaws.ts'
import { appIsUp, expect, expectAccessible, go, picture, speakIn, wordsOf } from '../journey.ts'
import { pathOf, play, show, test } from './playing.ts'

test.use({ viewport: { width: 360, height: 740 } })

/** One of each family. */
const played: readonly GameCode[] = ['k3_5m', 'speed_racing', 'ssc_10m', 'speed_11x5']
const groups: readonly (readonly Locale[])[] = [locales.slice(0, 3), locales.slice(3, 6), locales.slice(6)]

for (const spoken of groups) {
  test(`home and every board with draws fit a small phone (${spoken.join(', ')})`, async ({ page, house }) => {
    test.setTimeout(120_000)
    await house.liveUntil(house.clock.nowMs() + 310_000)
    const an = await house.player({ certified: true, balance: '1234567.89' })
    await play(page, house, { who: an, game: 'k3_5m' })
    for (const locale of spoken) {
      const words = await wordsOf(locale)
      const isLookedAt = locale === 'vi' || locale === 'th'
      const judge = async (name: string) => {
        expect([locale, name, await flawsOf(page, words)]).toEqual([locale, name, []])
        // One language, and what is chosen beside what is not, are enough to judge roles, names and contrast by.
        if (locale === 'en' && !name.startsWith('board')) await expectAccessible(page)
        if (locale === 'en' || (isLookedAt && !name.startsWith('board'))) await picture(page, `${name}-${locale}`)
      }
      await speakIn(page, locale)
      await page.goto(house.playerUrl)
      await appIsUp(page)
      await expect(page.getByRole('timer')).toHaveCount(9)
      await judge('home-draws')
      for (const game of played) {
        await go(page, pathOf(game))
        const tabs = page.getByRole('group', { name: words.play!.markets! }).getByRole('radio')
        await expect(tabs.first()).toBeVisible()
        for (const [at, tab] of (await tabs.all()).entries()) {
          await show(page, tab)
          await judge(`board-${game}-${at}`)
        }
        await page.getByRole('button', { name: words.play!.chances! }).click()
        await page.getByRole('button', { name: words.play!.quickPick! }).click()
        await page.getByRole('button', { name: '+100', exact: true }).click()
        await judge(`slip-${game}`)
      }
    }
  })
}
