import { expect, test } from 'vitest'
import { zeroCents } from '#core/money/cents'
import { findPeriod } from '#core/periods/schedule'
import type { GameDraws } from '../../queries/draws.ts'
import { isLate, pendingDraw, phaseAt } from './standing.ts'

type Period = NonNullable<GameDraws['period']>
const stakes: Period['stakes'] = { minStake: zeroCents, maxStakes: [] }
const ids = ['k3_5m:20261102:0145', 'k3_5m:20261102:0146'] as const
const [before, now] = ids.map((drawId) => {
  const { issue, opensAtMs: opensAt, closesAtMs: closesAt, drawsAtMs: drawsAt } = findPeriod(drawId)!
  const common = { drawId, issue, opensAt, closesAt, drawsAt, round: 1, commit: '', rules: '', stakes }
  return { ...common, status: 'scheduled' as const, isDelayed: false }
}) as [Period, Period]

const drawn = ({ drawId, issue, drawsAt }: typeof now): NonNullable<GameDraws['last']> => ({
  drawId,
  game: 'k3_5m',
  issue,
  drawsAt,
  status: 'drawn',
  outcome: [1, 2, 3],
  shadowOutcome: null,
  voidReason: null,
  round: 1,
  endedAt: drawsAt,
  wasDelayed: false,
})
const draws = (last: typeof now | null): GameDraws => ({
  game: 'k3_5m',
  period: now,
  last: last && drawn(last),
  ended: last && last.drawId,
  gameStop: null,
})

test('a period waits, opens, closes and draws at its instants', () => {
  expect(phaseAt(now, now.opensAt - 1)).toBe('waiting')
  expect(phaseAt(now, now.opensAt)).toBe('open')
  expect(phaseAt(now, now.closesAt - 1)).toBe('open')
  expect(phaseAt(now, now.closesAt)).toBe('closing')
  expect(phaseAt(now, now.drawsAt)).toBe('drawing')
  // What the server says goes before what the clock says.
  expect(phaseAt({ ...now, status: 'closed' }, now.closesAt - 1)).toBe('closing')
  expect(phaseAt({ ...now, status: 'cancelled' }, now.opensAt)).toBe('cancelled')
})

test('a result stands only until the next draw is due; then that one is pending, under its own number', () => {
  expect(pendingDraw(draws(before), now.opensAt + 1)).toBeNull()
  expect(pendingDraw(draws(before), now.drawsAt)?.issue).toBe(now.issue)
  expect(pendingDraw(draws(now), now.drawsAt)).toBeNull()
  const earlier = { ...before, drawId: 'k3_5m:20261102:0144', drawsAt: before.drawsAt - 300_000 }
  expect(pendingDraw(draws(earlier), now.opensAt + 1)?.issue).toBe(before.issue)
  expect(pendingDraw(draws(null), now.opensAt + 1)).toBeNull()
})

test('no numbers are awaited of a cancelled period, neither at its time nor when the next is open', () => {
  const cancelled = { ...now, status: 'cancelled' as const }
  expect(pendingDraw({ ...draws(before), period: cancelled }, now.drawsAt)).toBeNull()
  const last = { ...drawn(before), status: 'cancelled' as const, outcome: null }
  expect(pendingDraw({ ...draws(before), last }, now.opensAt + 60_000)).toBeNull()
})

test('no numbers are awaited of a draw that was not held, though the last result is older', () => {
  const older = { ...before, drawId: 'k3_5m:20261102:0101', drawsAt: before.drawsAt - 44 * 300_000 }
  expect(pendingDraw({ ...draws(older), ended: before.drawId }, now.opensAt + 1)).toBeNull()
  expect(pendingDraw({ ...draws(null), ended: before.drawId }, now.opensAt + 1)).toBeNull()
  expect(pendingDraw({ ...draws(older), ended: before.drawId }, now.drawsAt)?.issue).toBe(now.issue)
})

test('a draw without numbers is late after a while', () => {
  expect(isLate(now, now.drawsAt + 14_999)).toBe(false)
  expect(isLate(now, now.drawsAt + 15_000)).toBe(true)
})
