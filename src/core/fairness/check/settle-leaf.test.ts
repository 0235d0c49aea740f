import { describe, expect, test } from 'vitest'
import { games } from '../../games/catalogue.ts'
import { rulesDocument } from '../../games/rules.ts'
import { defaultLimits } from '../../rules/stake-limits.ts'
import type { BetLeaf } from '../bets.ts'
import type { Json } from '../canonical.ts'
import { settleLeaf } from './settle-leaf.ts'

const rulesOf = (code: string): Json =>
  rulesDocument(
    games.find((game) => game.code === code)!,
    defaultLimits,
  )
const dice = rulesOf('k3_5m')
const eleven = rulesOf('speed_11x5')

const leaf = (change: Partial<BetLeaf>): BetLeaf => ({
  v: 1,
  drawId: 'k3_5m:20261115:0001',
  cell: 0,
  seq: 0,
  betId: 'b',
  play: 'k3.sum_big_small',
  sel: 'big',
  stake: 1_000,
  odds: 1_960,
  at: '2026-11-15T00:00:00.000Z',
  salt: '0'.repeat(32),
  ...change,
})

describe('a published bet', () => {
  test.each([
    [[6, 5, 4], 1_960n],
    [[1, 1, 1], 0n],
  ])('on big is paid as the rules say when %j is drawn', (outcome, payout) => {
    expect(settleLeaf(dice, leaf({}), outcome)).toBe(payout)
  })

  test('with several lines shares its stake among them', () => {
    const three = leaf({ play: 'x11_5.pick2', sel: '01,02,03', odds: 5_390, stake: 300 })
    expect(settleLeaf(eleven, three, [1, 2, 9, 10, 11])).toBe(539n)
    expect(settleLeaf(eleven, three, [1, 2, 3, 10, 11])).toBe(1_617n)
    expect(settleLeaf(eleven, { ...three, stake: 301 }, [1, 2, 3, 10, 11])).toBeNull()
  })

  test('that pushes gets its stake back', () => {
    const eleventh = leaf({ play: 'x11_5.ball_big_small@1', sel: 'big', odds: 1_960 })
    expect(settleLeaf(eleven, eleventh, [11, 1, 2, 3, 4])).toBe(1_000n)
  })

  test.each<[string, Partial<BetLeaf>, Json?]>([
    ['odds other than published', { odds: 1_970 }],
    ['a market of another family', { play: 'pk10.position_number@1', sel: '3', odds: 9_800 }],
    ['a market that does not exist', { play: 'k3.luck' }],
    ['a selection that is not sold', { sel: 'huge' }],
    ['a position the market has not', { play: 'k3.die_sides@4' }],
    ['no position where one is needed', { play: 'k3.die_sides' }],
    ['a market the document left out', {}, { ...(dice as { readonly [key: string]: Json }), markets: {} }],
  ])('with %s is not in the rules', (_, change, rules = dice) => {
    expect(settleLeaf(rules, leaf(change), [6, 5, 4])).toBeNull()
  })

  test('on a result that no such draw can have is not in the rules', () => {
    expect(settleLeaf(dice, leaf({}), [7, 5, 4])).toBeNull()
  })
})
