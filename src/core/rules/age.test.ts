import { expect, test } from 'vitest'
import { parseDay } from '../periods/civil-date.ts'
import { isAdult } from './age.ts'

test.each([
  ['20081115', '2026-11-15T12:00:00Z', true],
  ['20081115', '2026-11-15T11:59:59.999Z', false],
  ['20081115', '2026-11-14T23:59:59Z', false],
  ['20081116', '2026-11-15T12:00:00Z', false],
  ['19000101', '2026-11-15T12:00:00Z', true],
  ['20270101', '2026-11-15T12:00:00Z', false],
  ['20080229', '2026-02-28T23:59:59Z', false],
  ['20080229', '2026-03-01T11:59:59Z', false],
  ['20080229', '2026-03-01T12:00:00Z', true],
  ['20080228', '2026-02-28T12:00:00Z', true],
  ['20020301', '2020-02-29T12:00:00Z', false],
  ['19520229', '1970-03-01T12:00:00Z', true],
])('born on %s, at %s of age: %s', (bornOn, instant, expected) => {
  expect(isAdult(parseDay(bornOn)!, Date.parse(instant))).toBe(expected)
})
