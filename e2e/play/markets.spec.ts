import { games } from '#core/games/catalogue'
import { families } from '#core/games/families'
import { type DrawHouse, openDrawHouse } from '#server/testing/draws/draw-house'
import { expect, expectAccessible, lent, picture, wordsOf } from '../journey.ts'
import { test as base, betsOf, buy, chooseFromEach, play, show } from './playing.ts'

/** One house for all nine games, at an hour when each takes bets: nobody here moves its clock or meets another. */
const test = base.extend<object, { open: DrawHouse }>({
  open: [lent(() => openDrawHouse({ atMs: Date.UTC(2026, 10, 2, 5, 10, 5) })), { scope: 'worker' }],
  house: async ({ open }, use) => {
    await use(open)
    await open.audit()
  },
})

for (const { code, family } of games) {
  test(`a bet in every market of ${code}`, async ({ page, house }) => {
    const { success } = await wordsOf('en')
    const an = await house.player({ certified: true, balance: '500.00' })
    await play(page, house, { who: an, game: code })
    const chips = page.locator('main:visible fieldset:has(input[type=radio])')
    await expect(chips.first()).toBeVisible()
    for (const tab of await chips.first().getByRole('radio').all()) {
      await show(page, tab)
      const inner = (await chips.count()) > 1 ? await chips.nth(1).getByRole('radio').all() : []
      // A market chip shows another market; a position chip the same ones elsewhere, of which the last is enough.
      const isPositions = (await page.getByRole('radio', { name: /^(Champion|Ball 1|Die 1|Front three)$/ }).count()) > 0
      for (const each of isPositions ? inner.slice(-1) : inner) {
        await show(page, each)
        await chooseFromEach(page)
      }
      if (inner.length === 0) await chooseFromEach(page)
    }
    if (code === 'speed_11x5' || code === 'lucky_au_10') {
      await expectAccessible(page)
      await picture(page, `game-chosen-${code}`)
    }
    await buy(page, ['1', '1'])
    await expect(page.getByText(success!.purchased!)).toBeVisible()
    const plays = (await betsOf(an)).map((bet) => bet.split(/[@ ]/)[0]!)
    expect([...new Set(plays)].sort()).toEqual(
      families[family].markets.map((market) => `${family}.${market.code}`).sort(),
    )
    await expect(page.getByRole('button', { pressed: true })).toHaveCount(0)
    expect(500_00n - BigInt((await an.balance()).replace('.', ''))).toBe(BigInt(plays.length) * 2_00n)
  })
}
