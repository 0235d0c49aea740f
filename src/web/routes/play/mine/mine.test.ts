import { expect, test } from 'vitest'
import { parseCents } from '#core/money/cents'
import type { ShownBet } from '../../../queries/bets.ts'
import { hasTwoDraws, mineOf, netOf } from './mine.ts'

const cents = (text: string) => parseCents(text)!
const nowMs = Date.UTC(2026, 10, 2, 5)
let placed = 0

/** What is shown of all of somebody's bets, and of those that were read before the reading stopped. */
const shown = (bets: readonly ShownBet[]) => mineOf({ bets, isCut: false }, nowMs)
const cut = (bets: readonly ShownBet[]) => mineOf({ bets, isCut: true }, nowMs)

const bet = (drawId: string, more: Partial<ShownBet> = {}): ShownBet => ({
  id: `${drawId}/${++placed}`,
  drawId,
  game: 'k3_5m',
  issue: drawId.slice(-3),
  play: 'k3.sum_big_small',
  selection: 'big',
  lines: 1,
  stakePerLine: cents('5.00'),
  stake: cents('5.00'),
  odds: 196,
  at: nowMs,
  drawsAt: nowMs,
  state: 'completed',
  outcome: 'lose',
  payout: cents('0.00'),
  rebate: cents('0.00'),
  result: null,
  ...more,
})

test('bets stand under their draw in the order of their placing, with what they cost together', () => {
  const [second, first] = [bet('d2'), bet('d2', { state: 'betting', outcome: null })]
  expect(shown([second, first, bet('d1')])).toMatchObject([
    { drawId: 'd2', bets: [{ id: first.id }, { id: second.id }], staked: 10_00n, came: null, isLatest: true },
    { drawId: 'd1', staked: 5_00n, isLatest: false },
  ])
})

test('less than was staked is a loss, whatever was won on the way', () => {
  const won = bet('d1', { outcome: 'win', payout: cents('9.80') })
  expect(shown([won, bet('d1')])[0]!.came).toEqual({ paid: 9_80n, net: -20n })
})

test('the figures of the bets add up to the figure of the draw, and one whose draw is to come has none', () => {
  const bets = [
    bet('d1', { outcome: 'win', payout: cents('9.80') }),
    bet('d1'),
    bet('d1', { outcome: 'push', payout: cents('5.00') }),
  ]
  expect(bets.map(netOf)).toEqual([4_80n, -5_00n, 0n])
  expect(shown(bets)[0]!.came!.net).toBe(-20n)
  expect(netOf(bet('d2', { state: 'betting', outcome: null }))).toBeNull()
})

test('nothing is called paid while a bet of the draw is not settled', () => {
  const known = bet('d1', { state: 'pending', outcome: 'win', payout: cents('9.80') })
  expect(shown([known, bet('d1')])[0]!.came).toBeNull()
})

test('a draw of which not all bets are known has no figures', () => {
  const bets = [bet('d2'), bet('d1'), bet('d1')]
  const none = { staked: null, came: null }
  expect(cut(bets)).toMatchObject([
    { drawId: 'd2', staked: 5_00n, came: { net: -5_00n } },
    { drawId: 'd1', ...none },
  ])
  expect(cut([bet('d1'), bet('d1')])).toMatchObject([{ drawId: 'd1', ...none }])
  expect(cut([...bets, bet('d0')])).toMatchObject([{ staked: 5_00n }, { staked: 10_00n }])
})

test('only the two latest draws are shown, and none from more than an hour ago', () => {
  expect(shown([bet('d3'), bet('d2'), bet('d1')]).map(({ drawId }) => drawId)).toEqual(['d3', 'd2'])
  expect(shown([bet('d1', { drawsAt: nowMs - 3_600_000 })])).toEqual([])
})

test('two draws are complete once a third begins', () => {
  expect(hasTwoDraws([bet('d3'), bet('d2'), bet('d2')])).toBe(false)
  expect(hasTwoDraws([bet('d3'), bet('d2'), bet('d1')])).toBe(true)
})
