import { describe, expect, test } from 'vitest'
import { canonical, type Json } from './canonical.ts'
import { followKeys, noRecord, readLog, recordHash, type NewRecord } from './log.ts'
import { packHash } from './pack.ts'
import { isSignedRecord, parseDrawId, type SignedRecord } from './records.ts'
import { receiptProblem } from './receipt.ts'
import { countersign, isSignedBy, publicKeyOf, signReceipt, signRecord } from './signatures.ts'
import { entriesOf, houseDraft, operatorKey, operatorSecret, sealLog } from './testing/genuine-draw.ts'
import { countersignatureHolds } from './witness.ts'

const draft = houseDraft()
const log = sealLog(entriesOf(draft))
const read = (lines: readonly Json[], key = operatorKey) => readLog({ lines, key, signatures: 'all', isSignedBy })

test('a record hashes as its canonical text under the label of the log', () => {
  const { record } = log[0]!
  expect(record).toMatchObject({ v: 1, seq: 0, prev: noRecord })
  expect(recordHash(record)).toBe(packHash('fair/1/log', canonical(record)))
  expect(log[1]!.record.prev).toBe(recordHash(record))
})

test('a whole log reads, and so does the rest of one already held', () => {
  const whole = read(log)
  expect(whole).toMatchObject({ problem: null, gaps: 0, key: operatorKey })
  expect(whole.entries).toHaveLength(log.length)
  expect(whole.byDraw.get(draft.drawId)).toHaveLength(4)
  const rest = readLog({
    lines: log.slice(3),
    key: operatorKey,
    after: whole.entries[2]!,
    signatures: 'all',
    isSignedBy,
  })
  expect(rest.problem).toBeNull()
  const fork = readLog({
    lines: log.slice(3),
    key: operatorKey,
    after: { ...whole.entries[2]!, hash: noRecord },
    signatures: 'all',
    isSignedBy,
  })
  expect(fork.problem).toEqual({ code: 'chain-broken', index: 0 })
})

describe('a log with a fault is read up to the fault', () => {
  const bad = (at: number, change: (line: SignedRecord) => Json) =>
    log.map((line, i) => (i === at ? change(line) : line))
  test.each<[string, readonly Json[], number]>([
    ['record-malformed', bad(1, (line) => ({ ...line, extra: 1 })), 1],
    ['record-malformed', bad(2, ({ record, sig }) => ({ record: { ...record, body: null }, sig })), 2],
    ['record-malformed', bad(2, ({ record, sig }) => ({ record: { ...record, v: 2 } as never, sig })), 2],
    ['signature-false', bad(5, ({ record }) => ({ record, sig: '0'.repeat(128) })), 5],
    ['chain-broken', bad(0, ({ record, sig }) => ({ record: { ...record, prev: operatorKey }, sig })), 0],
    ['log-out-of-order', [log[0]!, log[1]!, log[1]!], 2],
    ['time-runs-back', sealLog([draft.close, draft.schedule]), 1],
  ])('%s', (code, lines, index) => {
    const found = read(lines)
    expect(found.problem).toEqual({ code, index })
    expect(found.entries).toHaveLength(index)
  })
})

test('with records left out, every record that stands alone must be signed', () => {
  const sparse = [log[1]!, log[3]!, log[4]!]
  expect(read(sparse)).toMatchObject({ problem: null, gaps: 1 })
  const unsigned = [{ ...log[0]!, sig: '0'.repeat(128) }, log[2]!]
  expect(
    readLog({ lines: unsigned, key: operatorKey, signatures: { drawId: 'none' }, isSignedBy }).problem?.index,
  ).toBe(0)
})

test('a signature covered by a later one is not asked for when only one draw is checked', () => {
  const other = houseDraft('0002')
  const lines = sealLog(
    [draft.schedule, draft.close, other.schedule].map((entry) => ({ ...entry, at: draft.close.at })),
  )
  const blurred = lines.map((line, at) => (at < 2 ? { ...line, sig: '0'.repeat(128) } : line))
  expect(
    readLog({ lines: blurred, key: operatorKey, signatures: { drawId: other.drawId }, isSignedBy }).problem,
  ).toBeNull()
  expect(read(blurred).problem).toEqual({ code: 'signature-false', index: 0 })
})

test('a key is handed over by a record the old key signs', () => {
  const secret = packHash('next key')
  const publicKey = publicKeyOf(secret)
  const handover: NewRecord = { at: draft.schedule.at, type: 'key', body: { publicKey } }
  const first = signRecord(null, handover, operatorSecret)
  const head = { seq: 0, hash: recordHash(first.record) }
  const second = signRecord(head, draft.close, secret)
  expect(read([first, second])).toMatchObject({ problem: null, key: publicKey })
  expect(read([first, signRecord(head, draft.close, operatorSecret)]).problem).toEqual({
    code: 'signature-false',
    index: 1,
  })
  expect(followKeys(operatorKey, [first], isSignedBy)).toBe(publicKey)
  expect(followKeys(operatorKey, [], isSignedBy)).toBe(operatorKey)
  expect(followKeys(publicKey, [first], isSignedBy)).toBeNull()
  expect(followKeys(operatorKey, [second], isSignedBy)).toBeNull()
})

test('a record has exactly its members, and a draw id its form', () => {
  expect(log.every(isSignedRecord)).toBe(true)
  expect(isSignedRecord([])).toBe(false)
  expect(parseDrawId('k3_5m:20261115:0042')).toEqual({ game: 'k3_5m', day: '20261115', number: '0042' })
  for (const id of ['k3_5m:20261115:42', 'k3_5m:2026:0042', 'K3:20261115:0042', 'x:20261115:0042 ']) {
    expect(parseDrawId(id)).toBeNull()
  }
})

test('a receipt is the word of the key that signed it', () => {
  const head = { seq: 1, hash: recordHash(log[1]!.record) }
  const signed = signReceipt(draft.bets[0]!, head, operatorSecret)
  expect(receiptProblem(signed, operatorKey, isSignedBy)).toBeNull()
  expect(receiptProblem(signed, noRecord, isSignedBy)).toBe('receipt-signature-false')
  const moved = { ...signed, receipt: { ...signed.receipt, seq: 4 } }
  expect(receiptProblem(moved, operatorKey, isSignedBy)).toBe('receipt-inconsistent')
})

test('a witness signs which close record it saw, of which draw, and when', () => {
  const signed = countersign(draft.drawId, { closeHash: noRecord, seenAt: draft.close.at }, operatorSecret)
  expect(countersignatureHolds(signed, isSignedBy)).toBe(true)
  expect(countersignatureHolds({ ...signed, drawId: 'x' }, isSignedBy)).toBe(false)
  expect(countersignatureHolds({ ...signed, closeHash: operatorKey }, isSignedBy)).toBe(false)
  expect(countersignatureHolds({ ...signed, seenAt: draft.result.at }, isSignedBy)).toBe(false)
})
