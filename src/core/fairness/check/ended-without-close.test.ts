import { expect, test } from 'vitest'
import { formatInstant, parseInstant } from '../instant.ts'
import type { NewRecord } from '../log.ts'
import { caseOf } from '../testing/case-of.ts'
import { entriesOf, refundBody, sealLog, testPolicy, witnessedLog } from '../testing/genuine-draw.ts'
import { genuine, roundMs } from '../testing/tamper.ts'
import type { PublicDraw } from './draw-case.ts'
import { fail, notChecked, pass } from './finding.ts'
import { recordToSee, witnessed } from './witnessed.ts'

const { before, schedule, drawId } = genuine
const refund = refundBody(genuine)
const at = formatInstant(roundMs - 60_000)
const cancel: NewRecord = { at, type: 'cancel', body: { ...refund, reason: 'storm' } }
const lost: NewRecord = { at, type: 'void', body: { ...refund, reason: 'secret-lost' } }
const skip: NewRecord = { at: formatInstant(roundMs), type: 'skip', body: { drawId } }

const endedBy = (...ending: readonly NewRecord[]) => [...before, schedule, ...ending]
/** What is shown as seen by three witnesses, of whom two are enough: a log, cosigned by all of them at this time. */
const seenAt = (ms: number, ...ending: readonly NewRecord[]) => witnessedLog(sealLog(endedBy(...ending)), ms).note

type Given = { readonly seen?: string | null; readonly nowMs?: number | null; readonly shown?: Partial<PublicDraw> }
const step8 = (ending: NewRecord, { seen = null, nowMs = null, shown }: Given = {}) =>
  witnessed(caseOf({ change: () => endedBy(ending), own: { policy: testPolicy, nowMs }, shown: { seen, ...shown } }))
const passed = pass({ witnesses: 'north south west' })
const missed = fail('ending-not-witnessed', { witnesses: '' })

test.each([
  ['was skipped', skip, lost],
  ['is void for a lost secret', lost, skip],
])('witnesses must have seen, at whatever time, the record by which a draw without a close %s', (_, ending, other) => {
  expect(step8(ending, { seen: seenAt(roundMs + 90_000, ending) })).toEqual(passed)
  expect(step8(ending)).toEqual(missed)
  expect(step8(ending, { seen: seenAt(roundMs) })).toEqual(missed)
  expect(step8(ending, { seen: seenAt(roundMs, other) })).toEqual(missed)
  expect(step8(ending, { shown: { chain: null } })).toEqual(notChecked('no-chain'))
})

test('they must have seen a cancellation a second or more before the round, since after it the house could choose', () => {
  expect(step8(cancel, { seen: seenAt(roundMs - 1_000, cancel) })).toEqual(passed)
  expect(step8(cancel, { seen: seenAt(roundMs, cancel) })).toEqual(missed)
})

test('they have half an hour', () => {
  const endedMs = parseInstant(skip.at)!
  const waiting = notChecked('ending-not-witnessed', { witnesses: '' })
  expect(step8(skip, { nowMs: endedMs + 30 * 60_000 - 1 })).toEqual(waiting)
  expect(step8(skip, { nowMs: endedMs + 30 * 60_000 })).toEqual(missed)
})

test('a cosignature that is false fails at any time', () => {
  const seen = seenAt(roundMs, skip).replace(/(north.example \S{12})./, '$1A')
  expect(step8(skip, { seen, nowMs: roundMs })).toEqual(fail('cosignature-false'))
})

test('of a draw that closed they must have seen the close, of another what ended it', () => {
  const toSee = (records: readonly NewRecord[]) =>
    recordToSee(caseOf({ change: () => records }).shown.log.byDraw.get(drawId)!)?.record.type
  expect(toSee(entriesOf(genuine))).toBe('close')
  expect(toSee(endedBy(genuine.close, lost))).toBe('close')
  expect([lost, cancel, skip].map((ending) => toSee(endedBy(ending)))).toEqual(['void', 'cancel', 'skip'])
  expect(toSee(endedBy())).toBeUndefined()
})
