import { describe, expect, test } from 'vitest'
import { type OfficeHours, officeAt } from './office-hours.ts'

describe('office hours', () => {
  const at = (time: string) => Date.parse(`2026-11-02T${time}Z`)
  const day: OfficeHours = { opensMinute: 8 * 60, closesMinute: 22 * 60 + 30 }
  const night: OfficeHours = { opensMinute: 20 * 60, closesMinute: 4 * 60 }

  test.each<[OfficeHours, string, [isOpen: boolean, changes: string]]>([
    [day, '08:00:00.000', [true, '2026-11-02T22:30:00.000Z']],
    [day, '07:59:59.999', [false, '2026-11-02T08:00:00.000Z']],
    [day, '22:29:59.999', [true, '2026-11-02T22:30:00.000Z']],
    [day, '22:30:00.000', [false, '2026-11-03T08:00:00.000Z']],
    [night, '23:00:00.000', [true, '2026-11-03T04:00:00.000Z']],
    [night, '03:00:00.000', [true, '2026-11-02T04:00:00.000Z']],
    [night, '04:00:00.000', [false, '2026-11-02T20:00:00.000Z']],
  ])('%j at %s', (hours, time, [isOpen, changes]) => {
    expect(officeAt(hours, at(time))).toEqual({ isOpen, changesAtMs: Date.parse(changes) })
  })

  test('without hours the office never closes', () => {
    expect(officeAt(null, at('03:00:00.000'))).toEqual({ isOpen: true, changesAtMs: null })
  })
})
