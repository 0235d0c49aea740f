import { describe, expect, test } from 'vitest'
import { canonical } from '#core/fairness/canonical'
import { games } from '#core/games/catalogue'
import { readRules, rulesDocument } from '#core/games/rules'
import { parseCents } from '#core/money/cents'
import { defaultLimits } from '#core/rules/stake-limits'
import { readSlip } from './read-slip.ts'

const game = games.find(({ code }) => code === 'k3_5m')!
type Document = { markets: Record<string, { prices: { odds: number }[] }> }
const published = () => JSON.parse(canonical(rulesDocument(game, defaultLimits))) as Document
const periodWith = (rules: Document) => ({
  family: game.family,
  rulesHash: 'hash',
  ...readRules(rules),
})
const big = { play: 'k3.sum_big_small', selection: 'big', stake: parseCents('1.00')!, odds: 196 }
const read = (rules: Document) => readSlip({ rules: 'hash', bets: [big] }, periodWith(rules))

describe('a release that is newer than the rules of an open draw', () => {
  test('sells what those rules sell', () => {
    expect(read(published())).toHaveLength(1)
  })

  test('takes no bet on a market that they do not have', () => {
    const { sum_big_small: _, ...markets } = published().markets
    expect(() => read({ ...published(), markets })).toThrow('bet_unknown')
  })

  test('takes no bet on a market that they sell at other odds', () => {
    const rules = published()
    rules.markets['sum_big_small']!.prices[0]!.odds = 1_970
    expect(() => read(rules)).toThrow('bet_unknown')
  })
})
