import { describe, expect, test } from 'vitest'
import { formatInstant } from '../instant.ts'
import type { NewRecord } from '../log.ts'
import { packHash } from '../pack.ts'
import { caseOf } from '../testing/case-of.ts'
import { houseDraft, refundBody } from '../testing/genuine-draw.ts'
import { flip, genuine, roundMs } from '../testing/tamper.ts'
import type { OwnEvidence } from './draw-case.ts'
import { fail, notChecked, pass } from './finding.ts'
import { oneOfEach } from './log-steps.ts'

const { schedule, close, result } = genuine
const { round, signature } = result.body
const dayMs = 86_400_000
const weekLater = roundMs + 7 * dayMs
const at = formatInstant(weekLater)
const noBeacon: NewRecord = { at, type: 'void', body: { ...refundBody(genuine), reason: 'beacon-unavailable' } }
const judged = (records: readonly NewRecord[], own: Partial<OwnEvidence> = {}) =>
  oneOfEach(caseOf({ change: () => [schedule, ...records], own }))
const passed = pass({ ending: 'void', because: 'beacon-unavailable' })

test('an ending is not dated later than now, but for a minute by which clocks may differ', () => {
  const skip: NewRecord = { at, type: 'skip', body: { drawId: genuine.drawId } }
  for (const ending of [[close, noBeacon], [skip]]) {
    expect(judged(ending, { nowMs: weekLater - 60_000 }).status).toBe('pass')
    expect(judged(ending, { nowMs: weekLater - 60_001 })).toEqual(fail('ending-dated-ahead', { at }))
  }
})

describe('a draw that is void for want of a round which relays have', () => {
  const genuineAnswer = { round, signature }
  const asked = (nowMs: number | null, relayed = [genuineAnswer], ...more: NewRecord[]) =>
    judged([close, noBeacon, ...more], { nowMs, relayed })

  test('has a day for the numbers that the round gives, since nobody can tell later when it came', () => {
    expect(asked(null)).toEqual(notChecked('not-finished'))
    expect(asked(weekLater + dayMs)).toEqual(notChecked('not-finished'))
    expect(asked(weekLater + dayMs + 1)).toEqual(fail('shadow-missing', { round }))
    const shadow: NewRecord = { ...result, at: formatInstant(weekLater + 1), type: 'shadow' }
    expect(asked(weekLater + 9 * dayMs, [genuineAnswer], shadow)).toEqual(passed)
  })

  test('is not accused by a relay that has another round, or a signature that is not genuine', () => {
    const told = (...relayed: (typeof genuineAnswer)[]) => asked(weekLater + 9 * dayMs, relayed)
    expect(told()).toEqual(passed)
    expect(told({ round: round + 1, signature })).toEqual(passed)
    expect(told({ round, signature: flip(signature) })).toEqual(passed)
    expect(told({ round, signature: '' }, genuineAnswer)).toEqual(fail('shadow-missing', { round }))
  })
})

test('a draw is not void for want of a round while others are drawn by it, or by later ones', () => {
  const next = houseDraft('0002')
  const scheduled: NewRecord = { ...next.schedule, at: schedule.at }
  const drawn: NewRecord = { ...next.result, at }
  const unfounded = fail('void-unfounded', { because: 'beacon-unavailable' })
  const drawnBy = (of: number): NewRecord => ({ ...drawn, body: { ...next.result.body, round: of } })
  expect(judged([scheduled, close, drawn, noBeacon])).toEqual(unfounded)
  expect(judged([scheduled, close, drawnBy(round), noBeacon])).toEqual(unfounded)
  expect(judged([scheduled, close, drawnBy(round - 1), noBeacon])).toEqual(passed)
  expect(judged([scheduled, close, noBeacon, drawn])).toEqual(passed)
  expect(judged([close, drawn, noBeacon])).toEqual(passed)
  const beacon = { ...schedule.body.beacon, chainHash: packHash('another chain') }
  const elsewhere: NewRecord = { ...scheduled, body: { ...next.schedule.body, beacon } }
  expect(judged([elsewhere, close, drawn, noBeacon])).toEqual(passed)
})
