import { describe, expect, test } from 'vitest'
import { formatInstant } from '../instant.ts'
import type { NewRecord } from '../log.ts'
import { packHash } from '../pack.ts'
import { cosign, logKey, publicKeyOf, signNote } from '../signatures.ts'
import { caseOf } from '../testing/case-of.ts'
import { entriesOf, operatorSecret, refundBody, sealLog, testOrigin } from '../testing/genuine-draw.ts'
import type { Draft, Sealed } from '../testing/genuine-draw.ts'
import { keyChange } from '../testing/key-change.ts'
import { genuine, roundMs } from '../testing/tamper.ts'
import { formatKey, noteKey, parseNote } from '../tlog/note.ts'
import { parsePolicy, type Policy } from '../tlog/policy.ts'
import { fail, notChecked, pass } from './finding.ts'
import { witnessed } from './witnessed.ts'

const another = packHash('another')
const next = packHash('next key')
const handover: NewRecord = { at: genuine.schedule.at, type: 'key', body: { publicKey: publicKeyOf(next) } }
const keyChanges = [keyChange(sealLog([...genuine.before, handover]), 1)]

describe('step 8, the witness', () => {
  const closeHash = caseOf().close!.hash
  const seen = (ms: number, shown = {}) =>
    witnessed(caseOf({ own: { note: { closeHash, seenAt: formatInstant(ms) } }, shown }))

  test('saw this close record before the round', () => {
    expect(witnessed(caseOf())).toEqual(notChecked('no-witness-note'))
    expect(seen(roundMs - 1)).toEqual(pass({ seenAt: formatInstant(roundMs - 1) }))
    expect(seen(roundMs)).toEqual(fail('close-seen-late', { seenAt: formatInstant(roundMs) }))
    expect(seen(roundMs, { chain: null })).toEqual(notChecked('no-chain'))
    const note = { closeHash: another, seenAt: genuine.close.at }
    expect(witnessed(caseOf({ own: { note } }))).toEqual(fail('witness-saw-another', { closeHash: another }))
    const gone = { change: ({ schedule }: Draft) => [schedule], own: { note } }
    expect(witnessed(caseOf(gone))).toEqual(fail('close-missing'))
    const { log } = caseOf(gone).shown
    const broken = { ...log, problem: { code: 'not-in-log', index: 2 } } as const
    expect(witnessed(caseOf({ ...gone, shown: { log: broken } }))).toEqual(notChecked('no-close'))
  })
})

describe('step 8 of a draw that is called late', () => {
  const refund = refundBody(genuine)
  const lateAt = formatInstant(roundMs - 999)
  const change = ({ schedule, close }: Draft): NewRecord[] => [
    schedule,
    { ...close, at: lateAt },
    { at: lateAt, type: 'void', body: { ...refund, reason: 'late-close' } },
  ]
  const closeHash = caseOf({ change }).close!.hash
  const seen = (ms: number) => witnessed(caseOf({ change, own: { note: { closeHash, seenAt: formatInstant(ms) } } }))

  test('is contradicted by whoever saw the close in time, by a clock that may be half a minute behind', () => {
    const inTime = formatInstant(roundMs - 31_000)
    expect(seen(roundMs - 31_000)).toEqual(fail('close-seen-in-time', { seenAt: inTime }))
    expect(seen(roundMs - 30_999)).toEqual(pass({ seenAt: formatInstant(roundMs - 30_999) }))
    expect(seen(roundMs - 2_000)).toEqual(pass({ seenAt: formatInstant(roundMs - 2_000) }))
    expect(seen(roundMs - 999)).toEqual(pass({ seenAt: lateAt }))
    expect(seen(roundMs + 5_000)).toEqual(pass({ seenAt: formatInstant(roundMs + 5_000) }))
  })
})

describe('step 8, the checkpoint that the witnesses saw', () => {
  const secretKey = packHash('a witness')
  const witness = noteKey('north.example', 4, logKey('north.example', secretKey).publicKey)
  const policy = parsePolicy(`witness north ${formatKey(witness)}\nquorum north\n`) as Policy
  const seconds = roundMs / 1_000 - 10
  const cosigned = (note: string) => `${note}${cosign(parseNote(note)!.text, { witness, seconds, secretKey })}\n`
  const records = entriesOf(genuine)
  const own = { policy }
  const seen = (log: Sealed, shown = {}) => witnessed(caseOf({ own, shown: { seen: cosigned(log.note), ...shown } }))
  const missed = fail('close-not-witnessed', { witnesses: '' })
  const passed = pass({ witnesses: 'north', aheadSeconds: 10 })

  test('has the close record in it', () => {
    expect(seen(sealLog(records.slice(0, 2)))).toEqual(missed)
    expect(seen(sealLog(records.slice(0, 3)))).toEqual(passed)
    expect(seen(sealLog(records))).toEqual(passed)
    expect(seen(sealLog(records), { consistency: new Map() })).toEqual(passed)
  })

  test('is an earlier state of the log that is shown, and shown to be one', () => {
    expect(seen(sealLog([...records.slice(0, 2), { ...genuine.close, at: genuine.result.at }]))).toEqual(missed)
    expect(seen(sealLog([...records, handover]))).toEqual(missed)
    const three = sealLog(records.slice(0, 3))
    expect(seen(three, { consistency: new Map() })).toEqual(missed)
    expect(seen(three, { consistency: new Map([[3, [three.leaves[0]!]]]) })).toEqual(missed)
    const log = { ...caseOf().shown.log, checkpoint: null }
    expect(seen(three, { log })).toEqual(missed)
  })

  test('is signed by a key of the log', () => {
    const byNext = sealLog(records.slice(0, 3), next)
    expect(seen(byNext)).toEqual(missed)
    expect(seen(byNext, { keyChanges })).toEqual(passed)
    const { text } = parseNote(byNext.note)!
    expect(seen({ ...byNext, note: signNote(text, logKey(testOrigin, operatorSecret), next) })).toEqual(missed)
    expect(witnessed(caseOf({ own, shown: { seen: '' } }))).toEqual(missed)
    expect(witnessed(caseOf({ own }))).toEqual(missed)
  })

  test('bears no false cosignature of a witness', () => {
    const other = cosign(parseNote(sealLog(records).note)!.text, { witness, seconds, secretKey: next })
    const note = `${cosigned(sealLog(records).note)}${other}\n`
    expect(witnessed(caseOf({ own, shown: { seen: note } }))).toEqual(fail('cosignature-false'))
  })

  test('is asked for by the record that ended a draw without a close, and not where there is neither', () => {
    const without = (...entries: readonly NewRecord[]) =>
      witnessed(caseOf({ own, change: ({ schedule }) => [schedule, ...entries] }))
    const { at } = genuine.schedule
    expect(without()).toEqual(notChecked('no-close'))
    expect(without({ at, type: 'skip', body: { drawId: genuine.drawId } })).toEqual(
      fail('ending-not-witnessed', { witnesses: '' }),
    )
    expect(witnessed(caseOf({ own, shown: { chain: null } }))).toEqual(notChecked('no-chain'))
  })
})
