import { expect, test } from 'vitest'
import { type Cents, storedCents } from '#core/money/cents'
import { byDay } from './days.ts'

const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime()
const moved = (ms: number, cents: bigint): { at: number; amount: Cents } => ({ at: ms, amount: storedCents(cents) })
const items = [moved(at(17, 9), -200n), moved(at(17, 0), 500n), moved(at(16, 23), -100n), moved(at(14, 12), 1_000n)]

test('movements are grouped by the reader’s day, newest first, each with its net', () => {
  const days = byDay(items, true)
  expect(days.map(({ startMs }) => startMs)).toEqual([at(17, 0), at(16, 0), at(14, 0)])
  expect(days.map((day) => day.items.length)).toEqual([2, 1, 1])
  expect(days.map(({ net }) => net)).toEqual([300n, -100n, 1_000n])
})

test('the net of a day that may go on in the next page is not told', () => {
  expect(byDay(items, false).map(({ net }) => net)).toEqual([300n, -100n, null])
  expect(byDay(items.slice(0, 1), false).map(({ net }) => net)).toEqual([null])
})
