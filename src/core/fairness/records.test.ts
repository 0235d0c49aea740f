import { describe, expect, test } from 'vitest'
import { isBeaconChain, quicknet } from './beacon.ts'
import { isBetLeaf, type BetLeaf } from './bets.ts'
import { drawIdsOf, isLogRecord, parseDrawId, type Body, type LogRecord, type RecordType } from './records.ts'
import { formatReceipt, parseReceipt } from './receipt.ts'
import { isCount, isInstant, isText, listOf, objectOf, oneOf, orNull } from './shape.ts'
import { genuine, kept } from './testing/tamper.ts'
import { isWitnessNote } from './check/witness-note.ts'

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
  liabilities: {
    number: 1,
    instant: schedule.at,
    root: '0'.repeat(64),
    total: 100,
    leaves: 3,
    available: 60,
    held: 20,
    repeatOrders: 15,
    stakes: 5,
    ledger: null,
  },
  restart: { origin: 'site.example/fair/log', size: 9, root: '0'.repeat(64), lost: 'the records from 7 on' },
}
const recordOf = (type: string, body: unknown) => ({ v: 2, at: schedule.at, type, body })

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
    expect(isLogRecord(recordOf(type, body))).toBe(true)
  })

  test.each(spoilt(body))('%s is none', (_, changed) => {
    expect(isLogRecord(recordOf(type, changed))).toBe(false)
  })

  test('is none with the body of another type', () => {
    for (const [other, wrong] of Object.entries(bodies)) {
      const isAlike = other === type || (/result|shadow/.test(type) && /result|shadow/.test(other))
      const isVoidAsCancel = type === 'cancel' && other === 'void'
      if (!isAlike && !isVoidAsCancel) expect(isLogRecord(recordOf(type, wrong)), other).toBe(false)
    }
  })
})

describe('around the body', () => {
  test.each(spoilt(recordOf('key', bodies.key)))('a record %s is none', (_, record) => {
    expect(isLogRecord(record)).toBe(false)
  })

  test('a record is one of this version, and with a body', () => {
    const record = recordOf('key', bodies.key)
    for (const v of [1, 3, '2']) expect(isLogRecord({ ...record, v })).toBe(false)
    for (const body of [null, 'x', [bodies.key]]) expect(isLogRecord({ ...record, body })).toBe(false)
    for (const value of [null, [], [record], 'x']) expect(isLogRecord(value)).toBe(false)
  })

  test('a type that is only a property of every object is none', () => {
    for (const type of ['constructor', 'toString', 'other', '']) expect(isLogRecord(recordOf(type, {}))).toBe(false)
  })

  test('only three reasons void a draw', () => {
    for (const reason of ['late-close', 'beacon-unavailable', 'secret-lost']) {
      expect(isLogRecord(recordOf('void', { ...refund, reason }))).toBe(true)
    }
    for (const reason of ['a storm', '', 'Late-close']) {
      expect(isLogRecord(recordOf('void', { ...refund, reason }))).toBe(false)
    }
  })

  test('a schedule lists draws of one form only', () => {
    const [draw] = schedule.body.draws
    for (const [, changed] of spoilt(draw!)) {
      expect(isLogRecord(recordOf('schedule', { ...schedule.body, draws: [draw, changed] }))).toBe(false)
    }
    expect(isLogRecord(recordOf('schedule', { ...schedule.body, draws: { 0: draw } }))).toBe(false)
    for (const [, beacon] of spoilt(schedule.body.beacon)) {
      expect(isLogRecord(recordOf('schedule', { ...schedule.body, beacon }))).toBe(false)
    }
    for (const kind of ['dice3', 'digits5', 'perm10', 'pick5of11', 'dice4']) {
      expect(isLogRecord(recordOf('schedule', { ...schedule.body, kind }))).toBe(kind !== 'dice4')
    }
  })
})

describe.each<[string, (value: unknown) => boolean, object]>([
  ['a chain', isBeaconChain, quicknet],
  ['a bet', isBetLeaf, genuine.bets[0]!],
  ['a note', isWitnessNote, kept.note],
])('%s', (_, isOne, value) => {
  test('has exactly its members, each in its form', () => {
    expect(isOne(value)).toBe(true)
    for (const [how, changed] of spoilt(value)) expect(isOne(changed), how).toBe(false)
  })
})

test('a receipt is read down to the bet in it', () => {
  expect(parseReceipt(formatReceipt(kept.receipt))).toEqual(kept.receipt)
  for (const [how, bet] of spoilt(kept.receipt.bet)) {
    // Half a cent has no canonical text, so that it cannot even be written.
    if (!how.startsWith('with a strange')) {
      expect(parseReceipt(formatReceipt({ ...kept.receipt, bet: bet as BetLeaf })), how).toBeNull()
    }
  }
})

test('a record speaks of its draw, a schedule of all of its own, a key change or a head of none', () => {
  const ids = (type: RecordType) => drawIdsOf(recordOf(type, bodies[type]) as LogRecord)
  expect([ids('key'), ids('head')]).toEqual([[], []])
  expect(ids('cancel')).toEqual([drawId])
  const [draw] = schedule.body.draws
  const body = { ...schedule.body, draws: [draw!, { ...draw!, drawId: 'another' }] }
  expect(drawIdsOf(recordOf('schedule', body) as LogRecord)).toEqual([drawId, 'another'])
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
