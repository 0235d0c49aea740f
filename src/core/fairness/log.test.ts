import { describe, expect, test } from 'vitest'
import { canonical, type Json } from './canonical.ts'
import { followKeys, noRecord, readLog, recordHash, type NewRecord } from './log.ts'
import { packHash } from './pack.ts'
import { isSignedRecord, parseDrawId, type SignedRecord } from './records.ts'
import { receiptHash, receiptProblem } from './receipt.ts'
import { countersign, isSignedBy, publicKeyOf, signReceipt, signRecord } from './signatures.ts'
import { entriesOf, houseDraft, operatorKey, operatorSecret, sealLog } from './testing/genuine-draw.ts'
import { countersignatureHolds, noteHash } from './witness.ts'

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
  expect(followKeys(operatorKey, [log[1]!], isSignedBy)).toBeNull()
  expect(followKeys(operatorKey, [{ ...first, extra: 1 }], isSignedBy)).toBeNull()
})

test('a key change must be signed whatever follows it and whichever draw is asked for', () => {
  const unsigned = [{ ...log[0]!, sig: '0'.repeat(128) }, ...log.slice(1)]
  const { problem } = readLog({ lines: unsigned, key: operatorKey, signatures: { drawId: 'none' }, isSignedBy })
  expect(problem).toEqual({ code: 'signature-false', index: 0 })
})

test('a record of the draw asked for must be signed even where its successor is', () => {
  for (const at of [1, 2, 3, 4]) {
    const lines = log.map((line, i) => (i === at ? { ...line, sig: '0'.repeat(128) } : line))
    const { problem } = readLog({ lines, key: operatorKey, signatures: { drawId: draft.drawId }, isSignedBy })
    expect(problem).toEqual({ code: 'signature-false', index: at })
  }
})

test('the last record must be signed, and so must one whose successor is not to be read', () => {
  const ofAnother = (lines: readonly Json[]) =>
    readLog({ lines, key: operatorKey, signatures: { drawId: 'none' }, isSignedBy }).problem
  const unsigned = { ...log[1]!, sig: '0'.repeat(128) }
  expect(ofAnother([unsigned])).toEqual({ code: 'signature-false', index: 0 })
  expect(ofAnother([unsigned, null])).toEqual({ code: 'signature-false', index: 0 })
  expect(ofAnother([unsigned, log[3]!])).toEqual({ code: 'signature-false', index: 0 })
  expect(ofAnother([unsigned, log[2]!])).toBeNull()
})

test('every gap is counted, the one after the part already held as well', () => {
  const after = read(log).entries[0]!
  const gapsAfter = (lines: readonly Json[]) =>
    readLog({ lines, key: operatorKey, after, signatures: 'all', isSignedBy }).gaps
  expect(gapsAfter(log.slice(1))).toBe(0)
  expect(gapsAfter(log.slice(2))).toBe(1)
  expect(gapsAfter([log[2]!, log[4]!])).toBe(2)
})

test('records are found under each draw they speak of, once', () => {
  const other = houseDraft('0002')
  const both = { ...draft.schedule.body, draws: [...draft.schedule.body.draws, ...other.schedule.body.draws] }
  const { byDraw, entries } = read(sealLog([{ ...draft.schedule, body: both }, draft.close, other.close]))
  expect(byDraw.get(draft.drawId)).toEqual([entries[0], entries[1]])
  expect(byDraw.get(other.drawId)).toEqual([entries[0], entries[2]])
  expect([...byDraw.keys()]).toEqual([draft.drawId, other.drawId])
})

test('a record has exactly its members, and a draw id its form', () => {
  expect(log.every(isSignedRecord)).toBe(true)
  expect(isSignedRecord([])).toBe(false)
  expect(parseDrawId('k3_5m:20261115:0042')).toEqual({ game: 'k3_5m', day: '20261115', number: '0042' })
  for (const id of ['k3_5m:20261115:42', 'k3_5m:2026:0042', 'K3:20261115:0042', 'x:20261115:0042 ']) {
    expect(parseDrawId(id)).toBeNull()
  }
})

test('a signature holds under strict rules only: a key that would sign everything signs nothing', () => {
  const point = `01${'0'.repeat(62)}`
  const { hash } = read(log).entries[0]!
  expect(isSignedBy({ hash, sig: point + '0'.repeat(64), publicKey: point })).toBe(false)
  expect(isSignedBy({ hash, sig: log[0]!.sig, publicKey: operatorKey })).toBe(true)
  expect(isSignedBy({ hash, sig: log[0]!.sig.toUpperCase(), publicKey: operatorKey })).toBe(false)
  expect(isSignedBy({ hash, sig: log[0]!.sig, publicKey: 'not a key' })).toBe(false)
})

test('receipts, notes and bets are hashed as their canonical text under labels of their own', () => {
  const head = { seq: 1, hash: recordHash(log[1]!.record) }
  const { receipt } = signReceipt(draft.bets[0]!, head, operatorSecret)
  expect(receiptHash(receipt)).toBe(packHash('fair/1/receipt', canonical(receipt)))
  const note = { closeHash: noRecord, seenAt: draft.close.at }
  expect(noteHash('a draw', note)).toBe(packHash('fair/1/witness', canonical({ drawId: 'a draw', ...note })))
})

test('a receipt that contradicts itself is refused even when its signature holds', () => {
  const head = { seq: 1, hash: recordHash(log[1]!.record) }
  const { receipt, sig } = signReceipt(draft.bets[0]!, head, operatorSecret)
  const problem = (change: object) =>
    receiptProblem({ receipt: { ...receipt, ...change }, sig }, operatorKey, () => true)
  expect(problem({})).toBeNull()
  for (const change of [{ drawId: 'x' }, { seq: 1 }, { leaf: noRecord }, { bet: draft.bets[1]! }]) {
    expect(problem(change)).toBe('receipt-inconsistent')
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
