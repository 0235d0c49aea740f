import { expect, test } from 'vitest'
import { allMarkets } from '#core/games/families'
import { marketLabel, positionLabel, selectionLabel } from '#core/games/labels'
import words from './plays/en.json' with { type: 'json' }

const keysOf = (of: object, prefix: string): string[] =>
  Object.entries(of).flatMap(([name, value]) =>
    typeof value === 'string' ? [`${prefix}.${name}`] : keysOf(value as object, `${prefix}.${name}`),
  )

test('every market, position and selection in words has a name, and there are no others', () => {
  const positions = allMarkets.flatMap((market) => market.positions.map((each) => positionLabel(market, each).key))
  expect(keysOf(words.position, 'position').sort()).toEqual([...new Set(positions)].sort())
  const selections = allMarkets.flatMap(({ selections: each }) => each.map((name) => selectionLabel(name).key))
  expect(keysOf(words.market, 'market').sort()).toEqual(allMarkets.map((market) => marketLabel(market).key).sort())
  const named = new Set(selections.filter((key) => key !== 'selection.numbers'))
  expect(keysOf(words.selection, 'selection').sort()).toEqual([...named].sort())
})
