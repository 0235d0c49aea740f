import { describe, expect, test } from 'vitest'
import { betLeafHash } from './bets.ts'
import { merkleRoot } from './merkle.ts'
import { packHash } from './pack.ts'
import { betsOrigin, runningHead } from './running-head.ts'
import { logKey, signNote } from './signatures.ts'
import { entriesOf, evidence, operatorSecret, sealLog, testOrigin } from './testing/genuine-draw.ts'
import { genuine, kept } from './testing/tamper.ts'
import { toBase64 } from './tlog/base64.ts'
import { parseNote } from './tlog/note.ts'

const { drawId, bets } = genuine
const { verify } = evidence()
const keys = [logKey(testOrigin, operatorSecret)]
const read = (note: string, change: Partial<Parameters<typeof runningHead>[1]> = {}) =>
  runningHead(note, { drawId, keys, verify, ...change })
const [three, five] = kept.heads as [string, string]
const root = merkleRoot(bets.slice(0, 3).map(betLeafHash))

test('a running head is a checkpoint of a draw’s bets so far', () => {
  const first = { drawId: 'k3_5m:20261115:0001', cell: 0 }
  expect(betsOrigin('site.example/fair/log', first)).toBe('site.example/fair/bets/k3_5m:20261115:0001/0')
  expect(betsOrigin('blog.example/fair/log', { drawId: 'a', cell: 255 })).toBe('blog.example/fair/bets/a/255')
  const origin = betsOrigin(testOrigin, { drawId, cell: 0 })
  expect(read(three)).toEqual({ origin, cell: 0, size: 3, root, extensions: [] })
  expect(read(five)).toMatchObject({ origin, size: 5, root: merkleRoot(bets.map(betLeafHash)) })
})

test('any key that the log has had may have signed it', () => {
  const next = logKey(testOrigin, packHash('next key'))
  expect(read(three, { keys: [next, ...keys] })).not.toBeNull()
  expect(read(three, { keys: [...keys, next] })).not.toBeNull()
})

describe('is no running head of the draw', () => {
  const { text } = parseNote(three)!
  const stranger = packHash('a stranger')
  const signed = (from: string | RegExp, to: string) => signNote(text.replace(from, to), keys[0]!, operatorSecret)
  test.each<[string, string]>([
    ['nothing', ''],
    ['a head without its signature', `${text}\n`],
    ['a head with another root', three.replace(toBase64(root), toBase64(betLeafHash(bets[0]!)))],
    ['a head with another size', three.replace('\n3\n', '\n4\n')],
    ['a head with the signature of another', three.replace(/\n\n[^]*$/, five.slice(five.indexOf('\n\n')))],
    ['a head that a stranger signed', signNote(text, logKey(testOrigin, stranger), stranger)],
    ['a head that a stranger signed in the operator’s name', signNote(text, keys[0]!, stranger)],
    ['a head of another draw', signed(drawId, drawId.replace('0001', '0002'))],
    ['a head of another site', signed('site.example', 'other.example')],
    ...['', '/0/0', '/', '/-1', '/00', '/1.5', '/1e2', '/x', '/NaN', '/Infinity'].map((end): [string, string] => [
      `a head of a cell without a number, ${end}`,
      signed(`${drawId}/0`, drawId + end),
    ]),
    ['a checkpoint of the log', sealLog(entriesOf(genuine)).note],
    ['a batch of bets', kept.receipt.note],
    ['a signed text', signed(/^[^]*$/, `${betsOrigin(testOrigin, { drawId, cell: 0 })}\n`)],
  ])('%s', (_, note) => {
    expect(read(note)).toBeNull()
  })

  test('one of another draw, of another key, of another log, or of a log without a key', () => {
    expect(read(three, { drawId: drawId.replace('0001', '0002') })).toBeNull()
    expect(read(three, { keys: [logKey(testOrigin, stranger)] })).toBeNull()
    expect(read(three, { keys: [logKey('other.example/fair/log', operatorSecret)] })).toBeNull()
    expect(read(three, { keys: [] })).toBeNull()
  })
})
