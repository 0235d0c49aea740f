import { describe, expect, test } from 'vitest'
import { isBeaconChain, quicknet } from './beacon.ts'
import { isBetLeaf } from './bets.ts'
import { drawIdsOf, isSignedRecord, parseDrawId, type Body, type LogRecord, type RecordType } from './records.ts'
import { isSignedReceipt } from './receipt.ts'
import { isCount, isInstant, isText, listOf, objectOf, oneOf, orNull } from './shape.ts'
import { countersign } from './signatures.ts'
import { operatorSecret } from './testing/genuine-draw.ts'
import { genuine, kept } from './testing/tamper.ts'
import { isCountersignature, isWitnessNote } from './witness.ts'

const { drawId, schedule, close, result, settle } = genuine
const refund = { drawId, refunds: 1, refundTotal: 100 }
const bodies: { readonly [T in RecordType]: Body<T> } = {
  schedule: schedule.body,
  close: close.body,
  result: result.body,
  shadow: result.body,
  settle: settle.body,
  void: { ...refund, reason: 'late-close' },
  cancel: { ...refund, reason: 'a storm' },
  skip: { drawId },
  correction: { drawId, reason: 'misread', outcome: [1, 2, 3], paidExtra: 0 },
  key: { publicKey: '0'.repeat(64) },
  head: { book: 'ledger', number: 7, hash: '0'.repeat(64) },
}
const sig = '0'.repeat(128)
const recordOf = (type: string, body: unknown, change: object = {}) => ({
  record: { v: 1, seq: 0, prev: '0'.repeat(64), at: schedule.at, type, body, ...change },
  sig,
})

/** Each member left out, each given a value of no form at all, and one member too many. */
function spoilt(value: object): [string, object][] {
  const names = Object.keys(value)
  return [
    ...names.map((name) => [
      `without ${name}`,
      Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)),
    ]),
    ...names.map((name) => [`with a strange ${name}`, { ...value, [name]: -0.5 }]),
    ['with one member more', { ...value, more: 1 }],
  ] as [string, object][]
}

describe.each(Object.entries(bodies))('a record of type %s', (type, body) => {
  test('is recognised', () => {
    expect(isSignedRecord(recordOf(type, body))).toBe(true)
  })

  test.each(spoilt(body))('%s is none', (_, changed) => {
    expect(isSignedRecord(recordOf(type, changed))).toBe(false)
  })

  test('is none with the body of another type', () => {
    for (const [other, wrong] of Object.entries(bodies)) {
      const isAlike = other === type || (/result|shadow/.test(type) && /result|shadow/.test(other))
      const isVoidAsCancel = type === 'cancel' && other === 'void'
      if (!isAlike && !isVoidAsCancel) expect(isSignedRecord(recordOf(type, wrong)), other).toBe(false)
    }
  })
})

describe('around the body', () => {
  test.each(spoilt(recordOf('key', bodies.key).record))('a record %s is none', (_, record) => {
    expect(isSignedRecord({ record, sig })).toBe(false)
  })

  test.each(spoilt(recordOf('key', bodies.key)))('a line %s is none', (_, line) => {
    expect(isSignedRecord(line)).toBe(false)
  })

  test('a type that is only a property of every object is none', () => {
    for (const type of ['constructor', 'toString', 'other', '']) expect(isSignedRecord(recordOf(type, {}))).toBe(false)
  })

  test('only three reasons void a draw', () => {
    for (const reason of ['late-close', 'beacon-unavailable', 'secret-lost']) {
      expect(isSignedRecord(recordOf('void', { ...refund, reason }))).toBe(true)
    }
    for (const reason of ['a storm', '', 'Late-close']) {
      expect(isSignedRecord(recordOf('void', { ...refund, reason }))).toBe(false)
    }
  })

  test('a schedule lists draws of one form only', () => {
    const [draw] = schedule.body.draws
    for (const [, changed] of spoilt(draw!)) {
      expect(isSignedRecord(recordOf('schedule', { ...schedule.body, draws: [draw, changed] }))).toBe(false)
    }
    expect(isSignedRecord(recordOf('schedule', { ...schedule.body, draws: { 0: draw } }))).toBe(false)
    for (const [, beacon] of spoilt(schedule.body.beacon)) {
      expect(isSignedRecord(recordOf('schedule', { ...schedule.body, beacon }))).toBe(false)
    }
    for (const kind of ['dice3', 'digits5', 'perm10', 'pick5of11', 'dice4']) {
      expect(isSignedRecord(recordOf('schedule', { ...schedule.body, kind }))).toBe(kind !== 'dice4')
    }
  })
})

describe.each<[string, (value: unknown) => boolean, object]>([
  ['a chain', isBeaconChain, quicknet],
  ['a bet', isBetLeaf, genuine.bets[0]!],
  ['a signed receipt', isSignedReceipt, kept.receipt],
  ['a note', isWitnessNote, kept.note],
  ['a countersignature', isCountersignature, countersign(drawId, kept.note, operatorSecret)],
])('%s', (_, isOne, value) => {
  test('has exactly its members, each in its form', () => {
    expect(isOne(value)).toBe(true)
    for (const [how, changed] of spoilt(value)) expect(isOne(changed), how).toBe(false)
  })
})

test('a receipt is read down to the bet and the head in it', () => {
  const { receipt, sig: signature } = kept.receipt
  for (const [how, changed] of spoilt(receipt)) {
    expect(isSignedReceipt({ receipt: changed, sig: signature }), how).toBe(false)
  }
  for (const [how, head] of spoilt(receipt.head)) {
    expect(isSignedReceipt({ receipt: { ...receipt, head }, sig: signature }), how).toBe(false)
  }
})

test('a record speaks of its draw, a schedule of all of its own, a key change or a head of none', () => {
  const ids = (type: RecordType) => drawIdsOf(recordOf(type, bodies[type]).record as LogRecord)
  expect([ids('key'), ids('head')]).toEqual([[], []])
  expect(ids('cancel')).toEqual([drawId])
  const [draw] = schedule.body.draws
  const body = { ...schedule.body, draws: [draw!, { ...draw!, drawId: 'another' }] }
  expect(drawIdsOf(recordOf('schedule', body).record as LogRecord)).toEqual([drawId, 'another'])
})

test.each([
  '',
  'x',
  ':20261115:0042',
  'k3_5m:20261115:00421',
  ' k3_5m:20261115:0042',
  'k3_5m:202611150:0042',
  'k3-5m:20261115:0042',
])('"%s" is no draw id', (id) => {
  expect(parseDrawId(id)).toBeNull()
})

describe('small forms', () => {
  test.each<[string, (value: unknown) => boolean, { good: readonly unknown[]; bad: readonly unknown[] }]>([
    ['text', isText, { good: ['', 'x'], bad: [0, null, ['x']] }],
    ['a count', isCount, { good: [0, 1, Number.MAX_SAFE_INTEGER], bad: [-1, 0.5, 2 ** 53, '1', null, 1n] }],
    ['an instant', isInstant, { good: [schedule.at], bad: ['2026-11-15', 0, null, [schedule.at]] }],
    ['one of some', oneOf<string | number>('a', 1), { good: ['a', 1], bad: ['b', '1', null] }],
    ['a list', listOf(isCount), { good: [[], [0, 1]], bad: [[0, -1], [-1, 0], { length: 0 }, 'x', null] }],
    ['a form or null', orNull(isCount), { good: [null, 0], bad: [-1, undefined] }],
    ['an empty object', objectOf({}), { good: [{}], bad: [[], null, 'x', 1, undefined, { more: 1 }] }],
    [
      'one member',
      objectOf({ a: isCount }),
      { good: [{ a: 1 }], bad: [{ b: 1 }, { a: '1' }, {}, { a: 1, b: 1 }, null] },
    ],
    [
      'two members',
      objectOf({ a: isCount, b: isCount }),
      { good: [{ b: 1, a: 1 }], bad: [{ a: 1, b: -1 }, { a: -1, b: 1 }, { a: 1 }] },
    ],
  ])('%s is told from what only looks like it', (_, isOne, { good, bad }) => {
    expect(good.map(isOne)).toEqual(good.map(() => true))
    expect(bad.map(isOne)).toEqual(bad.map(() => false))
  })
})
