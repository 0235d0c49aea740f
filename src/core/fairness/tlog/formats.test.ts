import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { fromBase64, toBase64 } from './base64.ts'
import { formatCheckpoint, parseCheckpoint } from './checkpoint.ts'
import { formatKey, noteKey } from './note.ts'
import { type Policy, parsePolicy, reachesQuorum } from './policy.ts'
import { formatProofFile, parseProofFile } from './proof-file.ts'
import { cosignedMessage, formatCosignature, parseCosignature } from './cosignature.ts'

const root = sha256(utf8ToBytes('root'))

test('base64 has one spelling', () => {
  for (let length = 0; length < 40; length++) {
    const bytes = root.subarray(0, length % 33)
    expect(fromBase64(toBase64(bytes))).toEqual(bytes)
  }
  for (const text of ['A', 'AB', 'AB=', 'AB==C', 'AB=A', 'AAA_', 'AA A', 'AB==', 'AAB='])
    expect(fromBase64(text)).toBeNull()
})

test('a checkpoint is read as it was written, and nothing else is one', () => {
  const checkpoint = { origin: 'example.com/fair/log', size: 70_000, root, extensions: ['at 2026-11-02T04:00:00.000Z'] }
  const text = formatCheckpoint(checkpoint)
  expect(parseCheckpoint(text)).toEqual(checkpoint)
  expect(parseCheckpoint(formatCheckpoint({ origin: 'o', size: 0, root }))).toEqual({
    origin: 'o',
    size: 0,
    root,
    extensions: [],
  })
  for (const other of [
    text.slice(0, -1),
    text.replace('70000', '070000'),
    text.replace('70000', '-1'),
    text.replace('70000', '9007199254740992'),
    '\n1\nAAAA\n',
    'o\n1\n',
    `${text}\n`,
    'o\n1\nAAAA\n',
  ])
    expect(parseCheckpoint(other)).toBeNull()
})

test('a cosignature carries the time of its witness', () => {
  const bytes = formatCosignature(1_793_592_000, concatBytes(root, root))
  expect(bytes).toHaveLength(72)
  expect(parseCosignature(bytes)).toEqual({ seconds: 1_793_592_000, signature: concatBytes(root, root) })
  expect(parseCosignature(bytes.subarray(1))).toBeNull()
  expect(parseCosignature(new Uint8Array(72).fill(255))).toBeNull()
  expect(new TextDecoder().decode(cosignedMessage('o\n1\nr\n', 5))).toBe('cosignature/v1\ntime 5\no\n1\nr\n')
})

test('a proof file is read as it was written, with and without the leaf', () => {
  for (const extra of [null, utf8ToBytes('{"v":2}')]) {
    const file = { extra, index: 3, proof: [root, root], checkpoint: 'o\n4\nr\n\n\u2014 o AAAAAAAA\n' }
    expect(parseProofFile(formatProofFile(file))).toEqual(file)
  }
  const text = formatProofFile({ extra: null, index: 0, proof: [], checkpoint: 'o\n1\nr\n' })
  expect(text).toBe('c2sp.org/tlog-proof@v1\nindex 0\n\no\n1\nr\n')
  for (const other of [
    text.replace('v1', 'v2'),
    text.replace('index 0', 'index 00'),
    text.replace('index 0', 'extra =\nindex 0'),
    text.replace('index 0', 'index 0\nAAAA'),
    'c2sp.org/tlog-proof@v1\nindex 0\n',
    text.replace('index 0', `index 0${`\n${toBase64(root)}`.repeat(64)}`),
  ])
    expect(parseProofFile(other)).toBeNull()
})

const log = formatKey(noteKey('example.com/log', 1, root))
const key = (name: string) => formatKey(noteKey(name, 4, sha256(utf8ToBytes(name))))
const text = `# who watches
log ${log}
witness a ${key('a.example')} https://a.example/
witness b ${key('b.example')}
witness c ${key('c.example')}
group cities 2 a b
group anyone any cities c
quorum anyone
`

test('a policy counts groups within groups', () => {
  const policy = parsePolicy(text) as Policy
  expect(policy.witnesses.map(({ name, url }) => [name, url])).toEqual([
    ['a', 'https://a.example/'],
    ['b', null],
    ['c', null],
  ])
  const reached = (...names: string[]) => reachesQuorum(policy, new Set(names))
  expect([reached(), reached('a'), reached('a', 'b'), reached('c'), reached('cities')]).toEqual([
    false,
    false,
    true,
    true,
    false,
  ])
  expect(reachesQuorum(parsePolicy(`log ${log}\nquorum none\n`) as Policy, new Set())).toBe(true)
})

test('a policy that cannot be read says where', () => {
  const problem = (change: string, to: string) => parsePolicy(text.replace(change, to))
  expect(problem('quorum anyone', '')).toEqual({ line: 0, problem: 'no-quorum' })
  expect(problem('quorum anyone', 'quorum nobody')).toEqual({ line: 8, problem: 'name-unknown' })
  expect(problem('group cities 2', 'group cities 3')).toEqual({ line: 6, problem: 'bad-number' })
  expect(problem('group cities 2 a b', 'group a 2 a b')).toEqual({ line: 6, problem: 'name-used' })
  expect(problem('group cities 2 a b', 'group cities 2 a a')).toEqual({ line: 6, problem: 'name-used' })
  expect(problem('any cities c', 'any cities a')).toEqual({ line: 7, problem: 'name-used' })
  expect(problem(key('b.example'), key('a.example'))).toEqual({ line: 4, problem: 'key-used' })
  expect(problem('quorum anyone', 'quorum anyone\nquorum a')).toEqual({ line: 9, problem: 'unknown-line' })
  expect(problem('group cities 2 a b', 'group cities 2 a anyone')).toEqual({ line: 6, problem: 'name-unknown' })
  expect(problem('witness b', 'witness a')).toEqual({ line: 4, problem: 'name-used' })
  expect(problem(`witness b ${key('b.example')}`, `witness b ${log}`)).toEqual({ line: 4, problem: 'bad-key' })
  expect(problem('quorum anyone', 'quorum anyone\r')).toEqual({ line: 8, problem: 'name-unknown' })
  expect(problem('# who', 'who')).toEqual({ line: 1, problem: 'unknown-line' })
})
