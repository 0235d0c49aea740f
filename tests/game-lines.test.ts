import { expect, test } from 'vitest'
import expected from '../src/core/games/testing/expected-odds.json' with { type: 'json' }
import { oddsTable, settleLine } from '../verify/game-lines.ts'

const line = {
  family: 'pk10',
  market: 'position_number',
  position: 1,
  selection: '7',
  odds: '9.80',
  stake: '10.05',
  result: [7, 1, 2, 3, 4, 5, 6, 8, 9, 10],
}

test('the table equals the published one, with the same keys in the same order', () => {
  expect(JSON.stringify(oddsTable())).toBe(JSON.stringify(expected))
})

test('a line of text is settled', () => {
  expect(settleLine(line)).toEqual({ verdict: 'win', payout: '98.49' })
  expect(settleLine({ ...line, position: 2 })).toEqual({ verdict: 'lose', payout: '0.00' })
  const tie = {
    family: 'ssc',
    market: 'dragon_tiger',
    selection: 'tiger',
    odds: '1.96',
    stake: '0.01',
    result: [1, 2, 3, 4, 1],
  }
  expect(settleLine(tie)).toEqual({ verdict: 'push', payout: '0.01' })
  expect(settleLine({ ...tie, position: null })).toEqual({ verdict: 'push', payout: '0.01' })
})

test.each(['01,05', '1,5', '1,05', '01,05,10', '1,5,11'])('eleven choose five reads "%s"', (selection) => {
  const pick = { family: 'x11_5', market: 'pick2', selection, odds: '5.39', stake: '1.00', result: [5, 2, 1, 3, 4] }
  expect(settleLine(pick)).toEqual({ verdict: 'win', payout: '5.39' })
})

test.each<[string, unknown, RegExp]>([
  ['no object', null, /must be an object/],
  ['a list', [line], /must be an object/],
  ['text', 'k3', /must be an object/],
  ['no family', { ...line, family: undefined }, /family must be text/],
  ['another family', { ...line, family: 'k4' }, /nothing is sold as k4.position_number@1 "7"/],
  ['a number as selection', { ...line, selection: 7 }, /selection must be text/],
  ['an unknown selection', { ...line, selection: '11' }, /nothing is sold/],
  ['an unpadded single ball', { ...line, family: 'x11_5', market: 'ball_number', selection: '7' }, /nothing is sold/],
  ['a position as text', { ...line, position: '1' }, /position must be a number/],
  ['no position', { ...line, position: null }, /nothing is sold/],
  ['a stake as number', { ...line, stake: 10 }, /stake must be text/],
  ['a stake of one place', { ...line, stake: '10.5' }, /stake must be above zero/],
  ['no stake', { ...line, stake: '0.00' }, /stake must be above zero/],
  ['a negative stake', { ...line, stake: '-1.00' }, /stake must be above zero/],
  ['odds of three places', { ...line, odds: '9.800' }, /odds must be above zero/],
  ['a short result', { ...line, result: [7] }, /is no draw of pk10/],
  ['no result', { ...line, result: undefined }, /is no draw of pk10/],
  ['a car twice', { ...line, result: [7, 7, 2, 3, 4, 5, 6, 8, 9, 10] }, /is no draw of pk10/],
])('%s is refused with its reason', (_, value, reason) => {
  expect(() => settleLine(value)).toThrow(reason)
})
