import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { canonical } from './canonical.ts'
import {
  entryOf,
  includesByProof,
  parseEntry,
  readLog,
  type LogProblem,
  type NewRecord,
  type ShownEntry,
} from './log.ts'
import { packHash } from './pack.ts'
import { parseDrawId } from './records.ts'
import { logKey, signNote } from './signatures.ts'
import { entriesOf, evidence, houseDraft, operatorSecret, readShown, refundBody } from './testing/genuine-draw.ts'
import { sealLog, shownLog, testOrigin, type ShownLog } from './testing/genuine-draw.ts'
import { flip, kept, later } from './testing/tamper.ts'
import { toBase64 } from './tlog/base64.ts'
import { formatCheckpoint, parseCheckpoint } from './tlog/checkpoint.ts'
import { parseNote } from './tlog/note.ts'

const draft = houseDraft()
const records = entriesOf(draft)
const log = sealLog(records)
const shown = shownLog(log)
const key = logKey(testOrigin, operatorSecret)
const checkpoint = parseCheckpoint(parseNote(log.note)!.text)!
const keyEntry = log.entries[0]!
const closeEntry = log.entries[2]!

test('an entry is the canonical text of its record, and its leaf is hashed from that', () => {
  const { at, body } = draft.before[0] as NewRecord & { type: 'key' }
  expect(keyEntry).toBe(`{"at":"${at}","body":{"publicKey":"${body.publicKey}"},"type":"key","v":2}`)
  const { entries } = readShown(shown)
  for (const [index, entry] of entries.entries()) {
    const text = log.entries[index]!
    const hash = createHash('sha256').update(`\0${text}`, 'utf8').digest('hex')
    expect(entry).toEqual({ record: { v: 2, ...records[index]! }, index, hash })
  }
})

describe('an entry has one spelling', () => {
  const reversed = (entry: string) =>
    JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(entry) as object).toReversed()))

  test.each<[string, string, string]>([
    ['with a space', keyEntry, keyEntry.replace(':', ': ')],
    ['with a line feed after it', keyEntry, `${keyEntry}\n`],
    ['with its members in another order', keyEntry, reversed(keyEntry)],
    ['with a member twice', keyEntry, keyEntry.replace('{', '{"v":2,')],
    ['with a letter as its number', keyEntry, keyEntry.replace('"key"', '"\\u006bey"')],
    ['with a fraction of nothing', closeEntry, closeEntry.replace('"bets":5', '"bets":5.0')],
    ['with an exponent', closeEntry, closeEntry.replace('"bets":5', '"bets":5e0')],
  ])('and is none %s', (_, entry, other) => {
    expect(other).not.toBe(entry)
    expect(JSON.parse(other)).toEqual(parseEntry(entry))
    expect(parseEntry(other)).toBeNull()
  })

  test.each<[string, string]>([
    ['nothing', ''],
    ['null', 'null'],
    ['a list', `[${keyEntry}]`],
    ['half of one', keyEntry.slice(0, -1)],
    ['one after a mark of byte order', `\ufeff${keyEntry}`],
    ['one of the version before', keyEntry.replace('"v":2', '"v":1')],
    ['one with a member more', keyEntry.replace('"v":2', '"v":2,"w":1')],
    ['one with a number below zero', closeEntry.replace('"bets":5', '"bets":-0')],
    ['one of an unknown type', keyEntry.replace('"key"', '"keys"')],
  ])('and %s is no entry', (_, text) => {
    expect(parseEntry(text)).toBeNull()
  })

  test('and one with half of a character is none', () => {
    const cancel: NewRecord = { at: draft.close.at, type: 'cancel', body: { ...refundBody(draft), reason: 'storm' } }
    expect(parseEntry(entryOf(cancel))).toEqual({ v: 2, ...cancel })
    expect(parseEntry(entryOf(cancel).replace('storm', '\\ud800'))).toBeNull()
    expect(parseEntry(entryOf(cancel).replace('storm', '\ud800'))).toBeNull()
  })
})

test('a whole log reads, and so does a part of it', () => {
  const whole = readShown(shown)
  expect(whole).toMatchObject({ problem: null, gaps: 0, checkpoint: { origin: testOrigin, size: 6, extensions: [] } })
  expect(whole.entries).toHaveLength(6)
  expect(whole.byDraw.get(draft.drawId)).toEqual(whole.entries.slice(1, 5))
  const rest = readShown({ ...shown, entries: shown.entries.slice(3) })
  expect(rest).toMatchObject({ problem: null, gaps: 0 })
  expect(rest.entries).toEqual(whole.entries.slice(3))
})

describe('a checkpoint that is not the log’s is false, and nothing below it is read', () => {
  const text = parseNote(log.note)!.text
  const root = toBase64(checkpoint.root)
  const other = toBase64(log.leaves[0]!)
  const line = log.note.slice(text.length + 1)
  const foreign = sealLog(records, packHash('somebody else'))
  const signed = (changed: string) => signNote(changed, key, operatorSecret)
  test.each<[string, string]>([
    ['no note', ''],
    ['one without a signature', `${text}\n`],
    ['one with another size', log.note.replace('\n6\n', '\n7\n')],
    ['one with another root', log.note.replace(root, other)],
    ['one with a line more', log.note.replace(root, `${root}\nmore`)],
    ['one that somebody else signed', foreign.note],
    ['one that somebody else signed too, in the operator’s name', log.note + line.replace(/....\n$/, 'AAA=\n')],
    ['one of another log', signed(formatCheckpoint({ ...checkpoint, origin: 'other.example/fair/log' }))],
    ['one of the bets of a draw', kept.heads[0]!],
    ['a signed text that is no checkpoint', signed('hello\n')],
  ])('%s', (_, note) => {
    expect(readShown({ ...shown, checkpoint: note })).toEqual({
      checkpoint: null,
      entries: [],
      byDraw: new Map(),
      problem: { code: 'checkpoint-false', index: 0 },
      gaps: 0,
    })
  })

  test('and lines of unknown keys do it no harm', () => {
    const named = logKey('other.example/fair/log', packHash('somebody else'))
    const both = log.note + signNote(text, named, packHash('somebody else')).slice(text.length + 1)
    expect(readShown({ ...shown, checkpoint: both }).problem).toBeNull()
  })
})

describe('a log with a fault is read up to the fault', () => {
  const bad = (at: number, change: Partial<ShownEntry>): ShownLog => {
    const entries = shown.entries.with(at, { ...shown.entries[at]!, ...change })
    return { ...shown, entries }
  }
  const pick = (...places: readonly number[]): ShownLog => ({
    ...shown,
    entries: places.map((place) => shown.entries[place]!),
  })
  const edited = entryOf({ ...draft.settle, at: later(draft.settle.at, 1) })
  const { proof } = shown.entries[4]!
  test.each<[string, ShownLog, LogProblem]>([
    ['a space', bad(1, { entry: log.entries[1]!.replace(':', ': ') }), { code: 'record-malformed', index: 1 }],
    [
      'no body',
      bad(2, { entry: canonical({ ...records[2]!, v: 2, body: null }) }),
      { code: 'record-malformed', index: 2 },
    ],
    ['an old version', bad(2, { entry: canonical({ ...records[2]!, v: 1 }) }), { code: 'record-malformed', index: 2 }],
    ['a record twice', pick(0, 1, 1), { code: 'log-out-of-order', index: 2 }],
    ['a record after its successor', pick(0, 2, 1), { code: 'log-out-of-order', index: 2 }],
    ['an edited record', bad(4, { entry: edited }), { code: 'not-in-log', index: 4 }],
    ['a record in the place of another', bad(3, { entry: log.entries[4]! }), { code: 'not-in-log', index: 3 }],
    ['the last record one place further', bad(5, { index: 6 }), { code: 'not-in-log', index: 5 }],
    ['a proof that is too short', bad(4, { proof: proof.slice(1) }), { code: 'not-in-log', index: 4 }],
    ['a proof that is too long', bad(4, { proof: [...proof, proof[0]!] }), { code: 'not-in-log', index: 4 }],
    [
      'a proof with another hash',
      bad(4, { proof: proof.with(1, toBase64(log.leaves[0]!)) }),
      { code: 'not-in-log', index: 4 },
    ],
    ['a proof with a hash cut short', bad(4, { proof: proof.with(1, 'AAAA') }), { code: 'not-in-log', index: 4 }],
    [
      'a proof in other letters',
      bad(4, { proof: proof.with(1, flip(draft.close.body.root)) }),
      { code: 'not-in-log', index: 4 },
    ],
    [
      'a record before its predecessor',
      shownLog(sealLog([draft.close, draft.schedule])),
      { code: 'time-runs-back', index: 1 },
    ],
  ])('%s', (_, faulty, { code, index }) => {
    const found = readShown(faulty)
    expect(found.problem).toEqual({ code, index })
    expect(found.checkpoint).not.toBeNull()
    expect(found.entries).toHaveLength(index)
    expect([...found.byDraw.values()].flat().every((entry) => found.entries.includes(entry))).toBe(true)
  })

  test('and records of one instant are none', () => {
    const { at } = draft.close
    expect(readShown(shownLog(sealLog(records.map((record) => ({ ...record, at }))))).problem).toBeNull()
  })
})

test('a leaf without a proof is in no tree', () => {
  const at = { index: 4, leaf: log.leaves[4]! }
  expect(includesByProof(shown.entries)(at, checkpoint)).toBe(true)
  expect(includesByProof(shown.entries.toSpliced(4, 1))(at, checkpoint)).toBe(false)
})

test('whoever reads says how the tree is asked for a leaf', () => {
  const asked: number[] = []
  const read = (found: boolean) =>
    readLog({
      checkpoint: log.note,
      keys: [{ ...key, from: 0 }],
      entries: shown.entries.map(({ index, entry }) => ({ index, entry })),
      includes: ({ index, leaf }, tree) => {
        asked.push(index)
        expect([leaf, tree]).toEqual([log.leaves[index], checkpoint])
        return found
      },
      verify: evidence().verify,
    })
  expect(read(true).problem).toBeNull()
  expect(asked).toEqual([0, 1, 2, 3, 4, 5])
  expect(read(false).problem).toEqual({ code: 'not-in-log', index: 0 })
})

test.each([
  [[0, 1, 2, 3, 4, 5], 0],
  [[1, 2, 3], 0],
  [[1, 3, 4], 1],
  [[0, 2, 4], 2],
  [[0, 5], 1],
  [[3], 0],
])('between the records %j places are left out %i times', (places, gaps) => {
  const entries = places.map((place) => shown.entries[place]!)
  expect(readShown({ ...shown, entries })).toMatchObject({ problem: null, gaps })
})

test('records are found under each draw they speak of, once', () => {
  const other = houseDraft('0002')
  const both = { ...draft.schedule.body, draws: [...draft.schedule.body.draws, ...other.schedule.body.draws] }
  const twice = { ...both, draws: [...both.draws, both.draws[0]!] }
  for (const body of [both, twice]) {
    const sealed = sealLog([{ ...draft.schedule, body }, draft.close, other.close])
    const { byDraw, entries } = readShown(shownLog(sealed))
    expect(byDraw.get(draft.drawId)).toEqual([entries[0], entries[1]])
    expect(byDraw.get(other.drawId)).toEqual([entries[0], entries[2]])
    expect([...byDraw.keys()]).toEqual([draft.drawId, other.drawId])
  }
})

test('a draw id has its form', () => {
  expect(parseDrawId('k3_5m:20261115:0042')).toEqual({ game: 'k3_5m', day: '20261115', number: '0042' })
  for (const id of ['k3_5m:20261115:42', 'k3_5m:2026:0042', 'K3:20261115:0042', 'x:20261115:0042 ']) {
    expect(parseDrawId(id)).toBeNull()
  }
})
