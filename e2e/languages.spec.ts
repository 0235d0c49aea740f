import type { Page } from '@playwright/test'
import { type Locale, locales } from '#contract/locales'
import type { House } from '#server/testing/open-house'
import { pages } from '../src/web/pages.ts'
import { flawsOf } from './flaws.ts'
import { expect, expectAccessible, fetched, go, signInAs, speakIn, test, wordsOf } from './journey.ts'
import { expectBars, routes } from './visit/route-table.ts'

test.use({ viewport: { width: 360, height: 740 } })

type Walk = { page: Page; house: House; locale: Locale; style?: string; judge?: 'visitor' | 'player' }

/** Where a page is opened: an address that nothing has, and a draw that does not exist, are pages too. */
const addressOf = (path: string) => (path === '*' ? '/no/such/place' : path.replace(':drawId', 'none'))

/** Opens every screen as a visitor and as a player, and looks at each as it stands. */
async function walk({ page, house, locale, style, judge }: Walk): Promise<void> {
  const words = await wordsOf(locale)
  const open = async (who: 'visitor' | 'player') => {
    await page.goto(house.playerUrl)
    if (style) await page.addStyleTag({ content: style })
    for (const { path: pattern, guard } of pages) {
      const path = addressOf(pattern)
      // What anybody may see is seen once; home is another page to whom it knows.
      const isMine = who === 'visitor' ? guard !== 'player' : guard === 'player' || path === '/'
      if (!isMine) continue
      await go(page, path)
      await expect(page.locator('main:visible')).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      await fetched(page, words.common!.loading!)
      const route = routes.find((each) => each.path === path)
      if (route) await expectBars(page, route, words)
      expect([path, await flawsOf(page, words)]).toEqual([path, []])
      if (judge && path !== '/account/nation') await expectAccessible(page)
    }
  }
  await page.goto(house.playerUrl)
  await speakIn(page, locale)
  if (judge !== 'player') await open('visitor')
  if (judge === 'visitor') return
  await signInAs(page, house, await house.player({ certified: true, balance: '1234567.89' }))
  await open('player')
}

for (const locale of locales) {
  test(`every screen speaks ${locale} and fits a small phone`, async ({ page, house }) => {
    test.setTimeout(180_000)
    await walk({ page, house, locale })
  })
}

// One language is enough to judge roles, names and contrast by.
for (const judge of ['visitor', 'player'] as const) {
  test(`every screen of a ${judge} is accessible, in light and dark`, async ({ page, house }) => {
    test.setTimeout(240_000)
    await walk({ page, house, locale: 'en', judge })
  })
}

test.describe('with text at twice its size', () => {
  // The policy lets no style in from outside; a browser's own text size is not bound by it.
  test.use({ bypassCSP: true, viewport: { width: 430, height: 932 } })
  for (const locale of ['vi', 'en', 'th'] as const) {
    test(`nothing is cut off (${locale})`, async ({ page, house }) => {
      test.setTimeout(180_000)
      await walk({ page, house, locale, style: 'html { font-size: 200% }' })
    })
  }
})
