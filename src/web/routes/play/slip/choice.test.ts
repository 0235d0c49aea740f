import { expect, test } from 'vitest'
import { findMarket } from '#core/games/families'
import { playCode } from '#core/games/market'
import { type Change, type Choice, changed, choiceOf, nothing, quickPick, selectionsOf } from './choice.ts'

const market = (code: string) => findMarket(code)!
const after = (...changes: Change[]): Choice => changes.reduce(changed, nothing)
const pick = (code: string, row: number, label: string): Change => ({ do: 'pick', market: market(code), row, label })
const keys = (choice: Choice) =>
  selectionsOf(choice).map((each) => `${playCode(each.market, each.position)} ${each.key}`)

test('a cell that is tapped twice is not chosen', () => {
  const tap: Change = { do: 'toggle', market: market('pk10.position_number'), position: 3, selection: '7' }
  expect(keys(after(tap))).toEqual(['pk10.position_number@3 7'])
  expect(keys(after(tap, tap))).toEqual([])
})

test('numbers in free order are one bet of many lines, in ascending order, and none until there are enough', () => {
  const few = after(pick('pk10.top2_pair', 0, '10'))
  expect(keys(few)).toEqual([])
  const three = [pick('pk10.top2_pair', 0, '9'), pick('pk10.top2_pair', 0, '2')].reduce(changed, few)
  expect(keys(three)).toEqual(['pk10.top2_pair 2,9,10'])
  expect(selectionsOf(three)[0]!.lines).toBe(3)
})

/** Three ways through two rows. */
const direct = [
  pick('x11_5.front2_direct', 0, '01'),
  pick('x11_5.front2_direct', 0, '02'),
  pick('x11_5.front2_direct', 1, '02'),
  pick('x11_5.front2_direct', 1, '11'),
]

test('numbers in the order drawn are a bet for every way through the rows, and no number twice', () => {
  expect(keys(after(...direct))).toEqual([
    'x11_5.front2_direct 01,02',
    'x11_5.front2_direct 01,11',
    'x11_5.front2_direct 02,11',
  ])
})

test('dropping a bet leaves the others', () => {
  const choice = after(
    { do: 'toggle', market: market('k3.sum'), position: null, selection: '10' },
    { do: 'toggle', market: market('k3.sum'), position: null, selection: '11' },
  )
  expect(keys(changed(choice, { do: 'drop', bet: selectionsOf(choice)[0]! }))).toEqual(['k3.sum 11'])
})

test('dropping one way through the rows leaves the others, also when the same numbers are picked again', () => {
  const choice = after(...direct)
  const fewer = changed(choice, { do: 'drop', bet: selectionsOf(choice)[1]! })
  expect(keys(fewer)).toEqual(['x11_5.front2_direct 01,02', 'x11_5.front2_direct 02,11'])
  const again = [direct[0]!, direct[2]!].reduce(changed, fewer)
  expect(keys(again), 'no bet twice').toEqual(keys(fewer))
  const none = selectionsOf(again).reduce((left, bet) => changed(left, { do: 'drop', bet }), again)
  expect(keys(none)).toEqual([])
})

test('bets that were placed can be chosen again', () => {
  const bets = [
    { play: 'x11_5.pick2', selection: '01,02,03' },
    { play: 'x11_5.front2_direct', selection: '05,04' },
    { play: 'x11_5.front2_direct', selection: '04,06' },
    { play: 'x11_5.ball_number@2', selection: '07' },
  ]
  expect(keys(choiceOf(bets)).sort()).toEqual(bets.map(({ play, selection }) => `${play} ${selection}`).sort())
})

test('what chance picks is sold', () => {
  for (const code of ['x11_5.pick8', 'x11_5.front3_direct', 'pk10.position_combo', 'k3.triple_any'])
    expect(selectionsOf(quickPick([market(code)], null))).toHaveLength(1)
})
