import { locales } from '#contract/locales'
import type { GameCode } from '#core/games/catalogue'
import { flawsOf } from '../flaws.ts'
import { appIsUp, expect, expectAccessible, go, picture, wordsOf } from '../journey.ts'
import { inEach } from '../visit/speaking.ts'
import { pathOf, play, show, stakeOf, test } from './playing.ts'

test.use({ viewport: { width: 360, height: 740 } })

/** One of each family. */
const played: readonly GameCode[] = ['k3_5m', 'speed_racing', 'ssc_10m', 'speed_11x5']

/** The language in which buttons are pressed comes last. */
const englishLast = [...locales.filter((each) => each !== 'en'), 'en'] as const

test('home and every board with draws fit a small phone in every language', async ({ page, house }) => {
  test.setTimeout(180_000)
  await house.liveUntil(house.clock.nowMs() + 310_000)
  const an = await house.player({ certified: true, balance: '1234567.89' })
  const judge = async (name: string) => {
    const isBoard = name.startsWith('board')
    await inEach(page, englishLast, async (words, locale) => {
      if (name === 'home-draws') await expect(page.getByRole('timer')).toHaveCount(10)
      expect([locale, name, await flawsOf(page, words)]).toEqual([locale, name, []])
      const isLookedAt = locale === 'vi' || locale === 'th'
      if (locale === 'en' || (isLookedAt && !isBoard)) await picture(page, `${name}-${locale}`)
    })
    // One language, and what is chosen beside what is not, are enough to judge roles, names and contrast by.
    if (!isBoard) await expectAccessible(page)
  }
  const { play: words } = await wordsOf('en')
  await play(page, house, { who: an, game: 'k3_5m' })
  await page.goto(house.playerUrl)
  await appIsUp(page)
  await judge('home-draws')
  for (const game of played) {
    await go(page, pathOf(game))
    const tabs = page.getByRole('group', { name: words!.markets! }).getByRole('radio')
    await expect(tabs.first()).toBeVisible()
    for (const [at, tab] of (await tabs.all()).entries()) {
      await show(page, tab)
      await judge(`board-${game}-${at}`)
    }
    await page.getByRole('button', { name: words!.chances! }).click()
    await page.getByRole('button', { name: words!.quickPick! }).click()
    await page.getByRole('button', { name: words!.trends!, exact: true }).click()
    await stakeOf(page).fill('100')
    await judge(`slip-${game}`)
  }
})
