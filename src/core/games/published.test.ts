import { describe, expect, test } from 'vitest'
import { games } from './catalogue.ts'
import { allMarkets, families } from './families.ts'
import { playTable } from './play-names.ts'
import expected from './testing/expected-odds.json' with { type: 'json' }

/** The words of the published table; its numbers are compared where they are computed. */
type Row = {
  zh: string
  en: string
  tie: string
  positionLabels?: string[]
  groups: { form?: string; describes?: string }[]
}

const rowsOf = (family: keyof typeof families): Record<string, Row> =>
  expected.families[family].markets as Record<string, Row>
const forms = { ascending: 'numbers joined by commas, ascending', drawn: 'numbers joined by commas, in drawn order' }

test.each(allMarkets)('$family.$code is named and explained as published', (market) => {
  const { zh, en, tie, positionLabels = [], groups } = rowsOf(market.family)[market.code]!
  expect([market.zh, market.en, market.tie]).toEqual([zh, en, tie])
  expect(market.positionLabels).toEqual(positionLabels)
  const { picks } = market
  expect(picks?.describes).toBe(groups[0]!.describes)
  expect(picks && forms[picks.order]).toBe(groups[0]!.form ?? null)
})

describe('the published table', () => {
  test('names the families and how each draws', () => {
    const named = Object.entries(expected.families).map(([code, { zh, draw }]) => [code, { zh, draw }])
    expect(Object.entries(families).map(([code, { zh, draw }]) => [code, { zh, draw }])).toEqual(named)
  })

  test('names the games, their families and their times', () => {
    const seconds = (clock: string) => clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
    for (const [at, game] of games.entries()) {
      const published = expected.games[at]!
      expect({ ...published, firstDrawSec: seconds(published.firstDraw) }).toMatchObject(game)
    }
    expect(games).toHaveLength(expected.games.length)
  })

  test('says which markets serve a play of the specification', () => {
    expect(playTable).toEqual(expected.specBetTypes)
  })
})
