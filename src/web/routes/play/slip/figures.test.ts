import { expect, test } from 'vitest'
import { findMarket } from '#core/games/families'
import { type Cents, formatCents, parseCents } from '#core/money/cents'
import { counted } from '#core/rules/payout-range'
import { type Change, changed, nothing, selectionsOf } from './choice.ts'
import { figuresOf, mostPaid } from './figures.ts'

const money = (text: string): Cents => parseCents(text)!
const market = (code: string) => findMarket(code)!
const chosen = (...changes: Change[]) => selectionsOf(changes.reduce(changed, nothing))
const cell = (code: string, selection: string, position = 1): Change => ({
  do: 'toggle',
  market: market(code),
  position,
  selection,
})
const pick = (code: string, label: string): Change => ({ do: 'pick', market: market(code), row: 0, label })

const stakes = {
  minStake: money('1.00'),
  maxStakes: [
    { chanceAtLeast: '1/3', maxStake: money('1000.00') },
    { chanceAtLeast: '0/1', maxStake: money('50.00') },
  ],
}

test('a slip costs its stake on every line', () => {
  const numbers = ['2', '9', '10'].map((label) => pick('pk10.top2_pair', label))
  const selections = chosen(cell('pk10.position_number', '7', 3), ...numbers)
  const figures = figuresOf(selections, money('2.50'), stakes)
  expect([figures.lines, formatCents(figures.total), figures.problem]).toEqual([4, '10.00', null])
})

test('a stake that the server would refuse is told with its bound: the least of all, the most of what is chosen', () => {
  const seven = chosen(cell('pk10.position_number', '7', 3))
  expect(figuresOf(seven, money('0.99'), stakes).problem).toEqual({ code: 'stake_too_small', facts: { min: '1.00' } })
  expect(figuresOf(seven, money('50.00'), stakes).problem).toBeNull()
  expect(figuresOf(seven, money('50.01'), stakes).problem).toEqual({ code: 'stake_too_large', facts: { max: '50.00' } })
})

test('bets that cannot win together do not add up: the most that a slip pays is what the best draw pays', () => {
  const most = (...labels: string[]) =>
    counted(
      mostPaid(
        figuresOf(chosen(...labels.map((each) => cell('pk10.position_number', each, 3))), money('1.00'), stakes).bets,
      ),
    )
  expect(most('7')).toBeGreaterThan(money('1.00'))
  expect(most('7', '8')).toBe(most('7'))
})
