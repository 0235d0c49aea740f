import { utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { betLeafContent, betLeafHash, type BetLeaf } from './bets.ts'
import { merkleRoot, nodeHash } from './merkle.ts'
import { packHash } from './pack.ts'
import {
  batchesSignedTwice,
  batchText,
  formatReceipt,
  parseReceipt,
  receiptProblem,
  type Batch,
  type Receipt,
  type ReceiptProblem,
} from './receipt.ts'
import { betsOrigin } from './running-head.ts'
import { logKey, signNote } from './signatures.ts'
import { evidence, houseDraft, operatorSecret, testOrigin } from './testing/genuine-draw.ts'
import { later } from './testing/tamper.ts'
import { toBase64 } from './tlog/base64.ts'
import { parseNote, type NoteKey } from './tlog/note.ts'
import { inclusionPlan, type Node } from './tlog/plans.ts'
import { formatProofFile, parseProofFile, type ProofFile } from './tlog/proof-file.ts'

const draft = houseDraft()
const { verify } = evidence()
const key = logKey(testOrigin, operatorSecret)
const id = '00000000-0000-4000-8000-000000000001'
const at = draft.bets[4]!.at
const head = { size: 12, root: merkleRoot([betLeafHash(draft.bets[0]!)]) }

const nextId = draft.drawId.replace(/1$/, '2')

/** Bets of two draws that were taken together. */
const betsOf = (count: number): BetLeaf[] =>
  Array.from({ length: count }, (_, seq) => ({
    ...draft.bets[seq % 5]!,
    drawId: seq % 2 === 0 ? draft.drawId : nextId,
    seq,
    betId: `bet_${seq}`,
    salt: packHash('salt', String(seq)).slice(0, 32),
  }))

/** The receipts of a batch, as texts. It is signed once. */
function receiptsOf(bets: readonly BetLeaf[], more: Partial<Batch> = {}): string[] {
  const leaves = bets.map(betLeafHash)
  const size = leaves.length
  const batch = { id, size, root: merkleRoot(leaves), at, head, ...more }
  const note = signNote(batchText(testOrigin, batch), key, operatorSecret)
  const known = new Map<string, Uint8Array>()
  const read = ({ level, index }: Node) => {
    const name = `${level} ${index}`
    const root = known.get(name) ?? merkleRoot(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level))
    known.set(name, root)
    return root
  }
  return bets.map((bet, index) => {
    const { nodes, build } = inclusionPlan(index, size)
    return formatReceipt({ bet, index, proof: build(nodes.map(read), nodeHash), note })
  })
}

const problemOf = (receipt: Receipt, keys: readonly NoteKey[] = [key]) => receiptProblem(receipt, keys, verify)

test('a batch is signed under a name of its own, with its time and the newest checkpoint of the log', () => {
  const root = toBase64(head.root)
  const text = batchText('site.example/fair/log', { id, size: 5, root: head.root, at, head })
  expect(text).toBe(`site.example/fair/batch/${id}\n5\n${root}\nat ${at}\nlog 12 ${root}\n`)
  const elsewhere = batchText('blog.example/fair/log', { id, size: 5, root: head.root, at, head })
  expect(elsewhere).toBe(text.replace('site', 'blog'))
})

test.each([1, 2, 5, 256])('every receipt of a batch of %i holds', (count) => {
  const bets = betsOf(count)
  const texts = receiptsOf(bets)
  const receipts = texts.map((text) => parseReceipt(text)!)
  expect(receipts.map((receipt) => problemOf(receipt))).toEqual(bets.map(() => null))
  expect(receipts.map(({ bet, index }) => ({ bet, index }))).toEqual(bets.map((bet, index) => ({ bet, index })))
  expect(receipts.map(formatReceipt)).toEqual(texts)
  expect(new Set(receipts.map(({ note }) => note)).size).toBe(1)
  expect(receipts[0]).toMatchObject({ head, batch: { size: count } })
})

const bets = betsOf(5)
const texts = receiptsOf(bets)
const receipt = parseReceipt(texts[2]!)!
const other = betLeafHash(draft.bets[1]!)

describe('a receipt is refused', () => {
  test('for any other bet, of the batch or not', () => {
    for (const bet of [bets[1]!, bets[3]!, { ...bets[2]!, stake: bets[2]!.stake + 1 }]) {
      expect(problemOf({ ...receipt, bet })).toBe('receipt-inconsistent')
    }
  })

  test('at any other place', () => {
    for (const index of [0, 1, 3, 4, 5, -1, 2.5]) {
      expect(problemOf({ ...receipt, index })).toBe('receipt-inconsistent')
    }
  })

  test('with any hash of its proof altered, left out or added', () => {
    const { proof } = receipt
    expect(proof).toHaveLength(3)
    const proofs = proof.flatMap((_, place) => [proof.with(place, other), proof.toSpliced(place, 1)])
    for (const changed of [...proofs, [...proof, other], []]) {
      expect(problemOf({ ...receipt, proof: changed })).toBe('receipt-inconsistent')
    }
  })

  const root = toBase64(receipt.batch.root)
  const logRoot = toBase64(head.root)
  test.each<[string, readonly [string, string], ReceiptProblem]>([
    ['root', [root, toBase64(other)], 'receipt-inconsistent'],
    ['number of bets', ['\n5\n', '\n3\n'], 'receipt-inconsistent'],
    ['time', [`at ${at}`, `at ${later(at, 1)}`], 'receipt-signature-false'],
    ['size of the log', ['log 12', 'log 13'], 'receipt-signature-false'],
    ['root of the log', [logRoot, toBase64(other)], 'receipt-signature-false'],
    ['batch', [id, id.replace('1', '2')], 'receipt-signature-false'],
    ['site', ['site.example/fair/batch', 'other.example/fair/batch'], 'receipt-inconsistent'],
    ['kind of tree', ['/fair/batch/', '/fair/bets/'], 'receipt-inconsistent'],
    ['signer', ['\u2014 site.example', '\u2014 other.example'], 'receipt-signature-false'],
  ])('with another %s in its note', (_, [from, to], problem) => {
    const note = receipt.note.replace(from, to)
    expect(note).not.toBe(receipt.note)
    expect(problemOf(parseReceipt(formatReceipt({ ...receipt, note }))!)).toBe(problem)
  })

  test('under a root that was not signed, though the bet is below it', () => {
    const forged = bets.with(4, { ...bets[4]!, stake: 1 })
    const unlike = parseReceipt(receiptsOf(forged)[2]!)!
    const note = parseNote(unlike.note)!.text + receipt.note.slice(parseNote(receipt.note)!.text.length)
    expect(problemOf(unlike)).toBeNull()
    expect(problemOf(parseReceipt(formatReceipt({ ...unlike, note }))!)).toBe('receipt-signature-false')
  })

  test('under a tree of another kind, though the operator signed it', () => {
    const text = parseNote(receipt.note)!.text
    for (const origin of [
      testOrigin,
      betsOrigin(testOrigin, { drawId: draft.drawId, cell: 0 }),
      `other.example/fair/batch/${id}`,
    ]) {
      const signed = signNote(text.replace(/^.*/, origin), key, operatorSecret)
      expect(problemOf(parseReceipt(formatReceipt({ ...receipt, note: signed }))!)).toBe('receipt-inconsistent')
    }
  })

  test('by any other key, and by none', () => {
    const stranger = logKey(testOrigin, packHash('a stranger'))
    const elsewhere = logKey('other.example/fair/log', operatorSecret)
    expect(problemOf(receipt, [stranger])).toBe('receipt-signature-false')
    expect(problemOf(receipt, [elsewhere])).toBe('receipt-inconsistent')
    expect(problemOf(receipt, [])).toBe('receipt-inconsistent')
    expect(problemOf(receipt, [stranger, key])).toBeNull()
  })

  test('where a line in the operator’s name is false beside the true one', () => {
    const text = parseNote(receipt.note)!.text
    const line = signNote(text, key, packHash('a stranger')).slice(text.length + 1)
    expect(problemOf({ ...receipt, note: receipt.note + line })).toBe('receipt-signature-false')
  })
})

describe('a batch that was signed twice', () => {
  const read = (some: readonly BetLeaf[], more?: Partial<Batch>) =>
    receiptsOf(some, more).map((text) => parseReceipt(text)!)
  const twice = (...some: readonly Receipt[]) => batchesSignedTwice(some, [key], verify)
  const ours = read(bets)
  const forged = bets.with(4, { ...bets[4]!, stake: 1 })
  const [, theirs] = read(forged)
  const [alone] = read(bets.slice(0, 1))

  test('is found in two receipts of it, whatever stands between them', () => {
    const [first, second] = ours
    expect(twice(first!, second!, theirs!)).toEqual([[first, theirs]])
    expect(twice(theirs!, second!, first!)).toEqual([[theirs, second]])
    expect(twice(...ours, alone!)).toEqual([[first, alone]])
    const elsewhere = [bets, forged].map((some) => read(some, { id: id.replace('1', '2') })[0]!)
    expect(twice(first!, elsewhere[0]!, theirs!, elsewhere[1]!)).toEqual([[first, theirs], elsewhere])
  })

  test('is found where only the number of bets is another', () => {
    const [more] = read(bets, { size: 6 })
    expect(problemOf(more!)).toBeNull()
    expect(more!.batch.root).toEqual(ours[0]!.batch.root)
    expect(twice(ours[0]!, more!)).toEqual([[ours[0], more]])
  })

  test('is not found in receipts of one tree, of one that was signed again, and of several batches', () => {
    expect(twice()).toEqual([])
    expect(twice(ours[0]!)).toEqual([])
    expect(twice(...ours, ...ours)).toEqual([])
    const again = read(bets, { at: later(at, 1), head: { ...head, size: 13 } })
    expect(twice(...ours, ...again)).toEqual([])
    expect(twice(ours[0]!, ...read(forged, { id: id.replace('1', '2') }))).toEqual([])
  })

  test('is not proven by a receipt that does not hold', () => {
    const text = parseNote(theirs!.note)!.text
    const note = signNote(text, key, packHash('a stranger'))
    const unsigned = parseReceipt(formatReceipt({ ...theirs!, note }))!
    expect(twice(ours[0]!, unsigned)).toEqual([])
    expect(twice(unsigned, ours[0]!)).toEqual([])
    expect(twice(unsigned, ours[0]!, theirs!)).toEqual([[ours[0], theirs]])
    expect(twice(ours[0]!, { ...theirs!, index: 0 })).toEqual([])
    expect(batchesSignedTwice([ours[0]!, theirs!], [], verify)).toEqual([])
  })
})

describe('is no receipt', () => {
  const file = parseProofFile(texts[2]!)!
  const changed = (change: Partial<ProofFile>) => formatProofFile({ ...file, ...change })
  const content = new TextDecoder().decode(betLeafContent(receipt.bet))
  const withBet = (text: string) => changed({ extra: utf8ToBytes(text) })
  const { text } = parseNote(file.checkpoint)!
  const withNote = (from: string | RegExp, to: string) => changed({ checkpoint: file.checkpoint.replace(from, to) })
  const root = toBase64(head.root)
  const time = `at ${at}`

  test.each<[string, string]>([
    ['nothing', ''],
    ['a bet', content],
    ['the note alone', file.checkpoint],
    ['a proof without its bet', changed({ extra: null })],
    ['a bet that is no text', changed({ extra: Uint8Array.of(0xff, 0xfe) })],
    ['a bet with a space', withBet(content.replace(':', ': '))],
    ['a bet with its members in another order', withBet(JSON.stringify(reversed(JSON.parse(content) as object)))],
    ['a bet with a member more', withBet(content.replace('}', ',"w":1}'))],
    ['a bet of another version', withBet(content.replace('"v":1', '"v":2'))],
    ['half a bet', withBet(content.slice(0, -1))],
    ['a list of bets', withBet(`[${content}]`)],
    ['an index below zero', changed({ index: -1 })],
    ['an index that is none', texts[2]!.replace('index 2', 'index 02')],
    ['another heading', texts[2]!.replace('tlog-proof@v1', 'tlog-proof@v2')],
    ['one with other line ends', texts[2]!.replaceAll('\n', '\r\n')],
    ['a note without a signature', changed({ checkpoint: `${text}\n` })],
    ['a note that is cut', changed({ checkpoint: file.checkpoint.slice(0, -1) })],
    ['a note without a time', withNote(`${time}\n`, '')],
    ['a note with a time in another form', withNote(time, time.replace('.000Z', 'Z'))],
    ['a note with a time that never was', withNote(/at \d{4}-\d\d-\d\d/, 'at 2025-02-30')],
    ['a note with a time under another name', withNote(time, time.replace('at ', 'On '))],
    ['a note without the log', withNote(`log 12 ${root}\n`, '')],
    ['a note with neither', withNote(`${time}\nlog 12 ${root}\n`, '')],
    ['a note with the lines changed about', withNote(`${time}\nlog 12 ${root}`, `log 12 ${root}\n${time}`)],
    ['a note with a line more', withNote(`log 12 ${root}\n`, `log 12 ${root}\nmore\n`)],
    ['a note with words after the log', withNote(`log 12 ${root}`, `log 12 ${root} more`)],
    ['a note with words before the log', withNote('log 12', 'the log 12')],
    ['a log with a size in another spelling', withNote('log 12', 'log 012')],
    ['a log that nobody can count', withNote('log 12', 'log 9007199254740992')],
    ['a log with a root cut short', withNote(`log 12 ${root}`, 'log 12 AAAA')],
    ['a log with a root in other letters', withNote(`log 12 ${root}`, `log 12 ${root.replace('=', '-')}`)],
  ])('%s', (_, other) => {
    expect(other).not.toBe(texts[2])
    expect(parseReceipt(other)).toBeNull()
  })
})

function reversed(value: object): object {
  return Object.fromEntries(Object.entries(value).toReversed())
}
