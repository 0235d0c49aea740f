import { expect, test } from 'vitest'
import { findMarket } from '#core/games/families'
import { type Cents, formatCents, parseCents } from '#core/money/cents'
import { type Change, changed, nothing, selectionsOf } from '../choice.ts'
import { doubled, firstStake, halved, stakeRange } from './stakes.ts'

const money = (text: string): Cents => parseCents(text)!
const cell = (code: string, selection: string): Change => ({
  do: 'toggle',
  market: findMarket(code)!,
  position: 1,
  selection,
})
const chosen = (...changes: Change[]) => selectionsOf(changes.reduce(changed, nothing))
const big = cell('pk10.position_big_small', 'big')
const [seven, eight] = [cell('pk10.position_number', '7'), cell('pk10.position_number', '8')]

const taken = {
  minStake: money('1.00'),
  maxStakes: [
    { chanceAtLeast: '1/3', maxStake: money('1000.00') },
    { chanceAtLeast: '0/1', maxStake: money('50.00') },
  ],
}
const mostOf = (selections: ReturnType<typeof chosen>, balance: string | null) => {
  const { most } = stakeRange(selections, taken, balance === null ? null : money(balance))
  return most === null ? null : formatCents(most)
}

test('the most is what the rarest of the selections allows, and what the balance pays on every line, in whole cents', () => {
  expect(mostOf(chosen(big), null)).toBe('1000.00')
  expect(mostOf(chosen(big, seven), null)).toBe('50.00')
  expect(mostOf(chosen(big), '20.00')).toBe('20.00')
  expect(mostOf(chosen(big, seven, eight), '20.00')).toBe('6.66')
})

test('there is no most where the balance does not pay the least on every line, or nothing is chosen', () => {
  expect(mostOf(chosen(big, seven), '1.99')).toBeNull()
  expect(mostOf(chosen(big, seven), '2.00')).toBe('1.00')
  expect(mostOf([], '20.00')).toBeNull()
})

test('half a stake drops the odd cent and stops at the least', () => {
  const range = { least: money('1.00'), most: money('50.00') }
  expect(['10.00', '5.55', '1.50', '1.00'].map((each) => formatCents(halved(money(each), range)))).toEqual([
    '5.00',
    '2.77',
    '1.00',
    '1.00',
  ])
})

test('twice a stake stops at the most, and begins at the least', () => {
  const range = { least: money('1.00'), most: money('50.00') }
  expect(['0.10', '12.34', '30.00', '80.00'].map((each) => formatCents(doubled(money(each), range)))).toEqual([
    '1.00',
    '24.68',
    '50.00',
    '50.00',
  ])
  expect(formatCents(doubled(money('5.00'), { ...range, most: null }))).toBe('1.00')
})

test('a slip begins with the last stake, else with ten; with the least where the balance has less', () => {
  const first = (last: string | null, balance: string | null) =>
    formatCents(firstStake(last === null ? null : money(last), money('1.00'), balance === null ? null : money(balance)))
  expect(first('25.00', '100.00')).toBe('25.00')
  expect(first(null, '100.00')).toBe('10.00')
  expect(first(null, null)).toBe('10.00')
  expect(first('25.00', '20.00')).toBe('10.00')
  expect(first('25.00', '3.00')).toBe('1.00')
  expect(first('0.50', '100.00')).toBe('10.00')
})
