import { describe, expect, test } from 'vitest'
import { type GamesNow, type Period, clockText, gameStanding, standingOf } from './standing.ts'

const times = { opensAt: 1_000, closesAt: 2_000, drawsAt: 3_000, delayedAt: null }
const period = (given: Partial<Period> = {}) => ({ ...times, status: 'scheduled', ...given }) as Period

describe('a period', () => {
  test.each([
    [999, 'waiting'],
    [1_000, 'open'],
    [1_999, 'open'],
    [2_000, 'closing'],
    [2_999, 'closing'],
    [3_000, 'drawing'],
  ])('at %i stands as %s', (nowMs, standing) => {
    expect(standingOf(period(), nowMs)).toBe(standing)
  })

  test('that the server closed early takes no bets, whatever the clock says', () => {
    expect(standingOf(period({ status: 'closed' }), 1_500)).toBe('closing')
  })

  test('whose beacon is late is delayed until it is drawn', () => {
    expect(standingOf(period({ status: 'closed', delayedAt: 3_100 }), 3_500)).toBe('delayed')
    expect(standingOf(period({ status: 'drawn', delayedAt: 3_100 }), 3_500)).toBe('drawn')
  })

  test.each(['drawn', 'void', 'cancelled', 'skipped'] as const)('that is %s stays so', (status) => {
    expect(standingOf(period({ status }), 1_500)).toBe(status)
  })
})

describe('a game', () => {
  const game = (given: object) =>
    ({ stop: null, waiting: null, period: period(), ...given }) as GamesNow['items'][number]

  test('stands as its period does, and waits where it has none', () => {
    expect(gameStanding(game({}), 1_500)).toBe('open')
    expect(gameStanding(game({ period: null }), 1_500)).toBe('waiting')
  })

  test('that is stopped says so before anything else, and a late draw before the open period', () => {
    const waiting = period({ status: 'closed', delayedAt: 900 })
    expect(gameStanding(game({ waiting }), 1_500)).toBe('delayed')
    expect(gameStanding(game({ waiting, stop: { reason: 'incident' } }), 1_500)).toBe('stopped')
  })
})

test.each([
  [-5, '0:00'],
  [1, '0:01'],
  [59_001, '1:00'],
  [245_000, '4:05'],
  [3_845_000, '1:04:05'],
])('%i ms are written %s', (ms, written) => {
  expect(clockText(ms)).toBe(written)
})
