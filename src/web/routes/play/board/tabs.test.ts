import { expect, test } from 'vitest'
import { type Family, games } from '#core/games/catalogue'
import { families } from '#core/games/families'
import { tabsOf } from './tabs.ts'

test.each([...new Set(games.map(({ family }) => family))])(
  'every market of %s is on the board, once',
  (family: Family) => {
    const shown = tabsOf(family).flatMap(({ markets }) => markets.map((market) => market.code))
    expect([...shown].sort()).toEqual(families[family].markets.map((market) => market.code).sort())
  },
)
