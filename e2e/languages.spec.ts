import type { Page } from '@playwright/test'
import { type Locale, locales } from '#contract/locales'
import { pages } from '../src/web/pages.ts'
import { flawsOf } from './flaws.ts'
import { type Words, expect, expectAccessible, fetched, go, signInAs, speakIn, test, wordsOf } from './journey.ts'
import { inEach } from './visit/speaking.ts'
import { expectBars, routes } from './visit/route-table.ts'

const smallPhone = { width: 360, height: 740 }
const largePhone = { width: 430, height: 932 }

test.use({ viewport: smallPhone })

/** Where a page is opened: an address that nothing has, and a draw that does not exist, are pages too. */
const addressOf = (path: string) => (path === '*' ? '/no/such/place' : path.replace(':drawId', 'none'))

const textSize = (page: Page, size: '' | '200%') =>
  page.evaluate((name) => void (document.documentElement.style.fontSize = name), size)

for (const who of ['visitor', 'player'] as const) {
  test(`every screen of a ${who} speaks every language, fits a small phone, is accessible and cuts no large text off`, async ({
    page,
    house,
  }) => {
    test.setTimeout(400_000)
    const look = (path: string) => async (words: Words, locale: Locale) => {
      const route = routes.find((each) => each.path === path)
      if (route) await expectBars(page, route, words)
      expect([locale, path, await flawsOf(page, words)]).toEqual([locale, path, []])
    }
    await page.goto(house.playerUrl)
    if (who === 'player') await signInAs(page, house, await house.player({ certified: true, balance: '1234567.89' }))
    // The app comes up in each language once; every other screen is opened once and spoken to in all of them.
    for (const locale of locales) {
      const words = await wordsOf(locale)
      await speakIn(page, locale)
      await page.goto(house.playerUrl)
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      await expect(page.locator('main:visible')).toBeVisible()
      await fetched(page, words.common!.loading!)
      await look('/')(words, locale)
    }
    for (const { path: pattern, guard } of pages) {
      const path = addressOf(pattern)
      // What anybody may see is seen once; home is another page to whom it knows.
      const isMine = who === 'visitor' ? guard !== 'player' : guard === 'player' || path === '/'
      if (!isMine) continue
      await go(page, path)
      if (path !== '/') await inEach(page, locales, look(path))
      await page.setViewportSize(largePhone)
      await textSize(page, '200%')
      await inEach(page, ['vi', 'th', 'en'], look(path))
      await textSize(page, '')
      await page.setViewportSize(smallPhone)
      // One language is enough to judge roles, names and contrast by.
      if (path !== '/account/nation') await expectAccessible(page)
    }
  })
}
