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

test('big, small, odd and even of one thing share a row, wherever they are sold at the same places', () => {
  const shared = (['k3', 'pk10', 'ssc', 'x11_5'] as const).flatMap((family) =>
    tabsOf(family).flatMap(({ rows }) => rows.filter((row) => row.length > 1)),
  )
  for (const [first, ...others] of shared) for (const other of others) expect(other.positions).toEqual(first!.positions)
  const words = shared.map((row) => row.flatMap(({ selections }) => selections).join(' '))
  expect(words.filter((each) => each === 'big small odd even')).toHaveLength(8)
})
