import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type GameCode, games } from '../games/catalogue.ts'
import expected from '../games/testing/expected-odds.json' with { type: 'json' }
import { parseDay } from './civil-date.ts'
import { dayMs, findPeriod, nextPeriod, periodAt, periodOf, periodsOfDay, previousPeriod } from './schedule.ts'

const codes = games.map(({ code }) => code)
/** An instant by its time in UTC+8. */
const at = (local: string): number => Date.parse(`${local}+08:00`)
const local = (ms: number): string => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 19)
const anyGame = fc.constantFrom(...codes)
const anyInstant = fc.integer({ min: at('1971-01-01T00:00:00'), max: at('2200-01-01T00:00:00') })

describe('the period at an instant', () => {
  test.each<[GameCode, string, string]>([
    ['k3_5m', '2026-11-14T00:00:00', 'k3_5m:20261114:0001'],
    ['k3_5m', '2026-11-14T00:04:59.999', 'k3_5m:20261114:0001'],
    ['k3_5m', '2026-11-14T00:05:00', 'k3_5m:20261114:0002'],
    ['k3_5m', '2026-12-31T23:59:59.999', 'k3_5m:20261231:0288'],
    ['k3_5m', '2027-01-01T00:00:00', 'k3_5m:20270101:0001'],
    ['k3_10m', '2028-02-28T23:59:59', 'k3_10m:20280228:0144'],
    ['k3_10m', '2028-02-29T00:00:00', 'k3_10m:20280229:0001'],
    ['k3_10m', '2027-02-28T24:00:00', 'k3_10m:20270301:0001'],
    ['speed_racing', '2026-11-14T23:58:45', 'speed_racing:20261114:1152'],
    ['speed_11x5', '2026-11-14T00:01:15', 'speed_11x5:20261114:0002'],
    ['lucky_au_5', '2026-12-31T23:58:39.999', 'lucky_au_5:20261231:0288'],
    ['lucky_au_5', '2026-12-31T23:58:40', 'lucky_au_5:20270101:0001'],
    ['lucky_au_10', '2027-01-01T00:03:40', 'lucky_au_10:20270101:0002'],
    ['lucky_airship', '2026-12-31T13:04:00', 'lucky_airship:20261231:0001'],
    ['lucky_airship', '2026-12-31T13:09:00', 'lucky_airship:20261231:0002'],
    ['lucky_airship', '2027-01-01T00:00:00', 'lucky_airship:20261231:0132'],
    ['lucky_airship', '2027-01-01T04:03:59.999', 'lucky_airship:20261231:0180'],
    ['lucky_airship', '2027-01-01T04:04:00', 'lucky_airship:20270101:0001'],
    ['lucky_airship', '2027-01-01T13:03:59.999', 'lucky_airship:20270101:0001'],
  ])('%s at %s is %s', (game, instant, drawId) => {
    expect(periodAt(game, at(instant)).drawId).toBe(drawId)
  })

  test('is the first to draw after it, for every game and instant', () => {
    fc.assert(
      fc.property(anyGame, anyInstant, (game, instant) => {
        const period = periodAt(game, instant)
        expect(period.drawsAtMs).toBeGreaterThan(instant)
        expect(previousPeriod(period).drawsAtMs).toBeLessThanOrEqual(instant)
      }),
    )
  })

  test('a fraction of a millisecond never runs ahead', () => {
    const draw = at('2026-11-14T00:05:00')
    expect(periodAt('k3_5m', draw - 0.5).index).toBe(1)
    expect(periodAt('k3_5m', draw + 0.5).index).toBe(2)
  })
})

describe('the instants of a period', () => {
  test.each(expected.games)('$code draws as published from $firstDraw to $lastDraw', (published) => {
    const code = published.code as GameCode
    const day = parseDay('20261114')!
    const all = periodsOfDay(code, day)
    expect(all).toHaveLength(published.drawsPerDay)
    const clock = (text: string): number => {
      const [hours, minutes, seconds] = text.split(' ')[0]!.split(':').map(Number)
      const next = text.endsWith('next day') ? dayMs : 0
      return at('2026-11-14T00:00:00') + next + ((hours! * 60 + minutes!) * 60 + seconds!) * 1_000
    }
    expect(local(all[0]!.drawsAtMs)).toBe(local(clock(published.firstDraw)))
    expect(local(all.at(-1)!.drawsAtMs)).toBe(local(clock(published.lastDraw)))
    for (const [index, period] of all.entries()) {
      expect(period.index).toBe(index + 1)
      expect(period.drawsAtMs - period.closesAtMs).toBe(published.closeBeforeSec * 1_000)
      expect(period.drawsAtMs - period.opensAtMs).toBe(published.intervalSec * 1_000)
      if (index > 0) expect(period.opensAtMs).toBe(all[index - 1]!.drawsAtMs)
    }
  })
})

describe('issue numbers', () => {
  test.each<[GameCode, number, string]>([
    ['k3_5m', 1, '20261114001'],
    ['k3_5m', 288, '20261114288'],
    ['lucky_airship', 180, '20261114180'],
    ['speed_racing', 1, '202611140001'],
    ['speed_11x5', 1_152, '202611141152'],
  ])('%s, draw %i of the day, is %s', (game, index, issue) => {
    expect(periodOf({ game, day: parseDay('20261114')!, index })!.issue).toBe(issue)
  })

  test.each([0, -1, 289, 1.5, NaN])('a day of 288 draws has no draw %d', (index) => {
    expect(periodOf({ game: 'k3_5m', day: 0, index })).toBeNull()
  })

  test('a draw id leads back to its period, and to no other', () => {
    fc.assert(
      fc.property(anyGame, anyInstant, (game, instant) => {
        const period = periodAt(game, instant)
        expect(findPeriod(period.drawId)).toEqual(period)
        expect(periodAt(game, period.opensAtMs)).toEqual(period)
        expect(periodAt(game, period.drawsAtMs - 1)).toEqual(period)
      }),
    )
  })

  test.each([
    'k3_5m:20261114:0000',
    'k3_5m:20261114:0289',
    'k3_5m:20260229:0001',
    'k4:20261114:0001',
    'k3_5m:20261114:001',
    'xk3_5m:20261114:0001',
    'k3_5m:20261114:00011',
    '',
  ])('"%s" names no period', (drawId) => {
    expect(findPeriod(drawId)).toBeNull()
  })
})

test('the next period and the previous one are each other’s inverse and never skip a draw', () => {
  fc.assert(
    fc.property(anyGame, anyInstant, (game, instant) => {
      const period = periodAt(game, instant)
      expect(previousPeriod(nextPeriod(period))).toEqual(period)
      expect(nextPeriod(previousPeriod(period))).toEqual(period)
      expect(periodAt(game, period.drawsAtMs)).toEqual(nextPeriod(period))
    }),
  )
  const last = periodOf({ game: 'lucky_airship', day: parseDay('20261231')!, index: 180 })!
  expect(nextPeriod(last).drawId).toBe('lucky_airship:20270101:0001')
  expect(previousPeriod(nextPeriod(last))).toEqual(last)
})
