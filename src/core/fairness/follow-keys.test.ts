import { utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { followKeys, type NewRecord } from './log.ts'
import { packHash } from './pack.ts'
import { cosign, logKey, publicKeyOf, signNote } from './signatures.ts'
import { evidence, houseDraft, operatorKey, operatorSecret } from './testing/genuine-draw.ts'
import { otherKey, sealLog, testOrigin } from './testing/genuine-draw.ts'
import { keyChange } from './testing/key-change.ts'
import { formatKey, noteKey, parseNote } from './tlog/note.ts'
import { formatProofFile, parseProofFile, type ProofFile } from './tlog/proof-file.ts'

const { before, schedule, close, result } = houseDraft()
const [second, third] = [packHash('second key'), packHash('third key')]
const handover = (secretKey: string, at: string): NewRecord => ({
  at,
  type: 'key',
  body: { publicKey: publicKeyOf(secretKey) },
})
const records = [...before, schedule, handover(second, schedule.at), close, handover(third, close.at), result]
/** Each key signs the first checkpoint that has its successor in it, and none after that. */
const logs = { first: sealLog(records.slice(0, 3)), second: sealLog(records.slice(0, 5), second) }
const changes = [keyChange(logs.first, 2), keyChange(logs.second, 4)] as const
const { verify } = evidence()
const follow = (...files: readonly string[]) => followKeys(operatorKey, files, verify)

test('a key is followed to the one it names, and from there to the next', () => {
  const froms = [0, 4, 6]
  const [one, two, three] = [operatorSecret, second, third].map((secret, at) => ({
    ...logKey(testOrigin, secret),
    from: froms[at],
  }))
  expect(follow()).toEqual([one])
  expect(follow(changes[0])).toEqual([one, two])
  expect(follow(...changes)).toEqual([one, two, three])
})

test('a chain of keys begins with a key that signs logs', () => {
  expect(followKeys(otherKey, [], verify)).toHaveLength(1)
  expect(followKeys(otherKey, [changes[0]], verify)).toBeNull()
  const witness = noteKey(testOrigin, 4, logKey(testOrigin, operatorSecret).publicKey)
  for (const text of ['', publicKeyOf(operatorSecret), `${operatorKey}A`, formatKey(witness)]) {
    expect(followKeys(text, [], verify)).toBeNull()
  }
  const elsewhere = formatKey(logKey('other.example/fair/log', operatorSecret))
  expect(followKeys(elsewhere, [changes[0]], verify)).toBeNull()
})

test('no change is left out, repeated or moved', () => {
  expect(follow(changes[1])).toBeNull()
  expect(follow(changes[1], changes[0])).toBeNull()
  expect(follow(changes[0], changes[0])).toBeNull()
  expect(follow(...changes, changes[1])).toBeNull()
})

describe('a link does not hold', () => {
  const changed = (link: 0 | 1, change: (file: ProofFile) => Partial<ProofFile>) => {
    const file = parseProofFile(changes[link])!
    return formatProofFile({ ...file, ...change(file) })
  }
  const another = utf8ToBytes(logs.second.entries[4]!.replace(publicKeyOf(third), publicKeyOf(second)))
  const spoilt: readonly [string, (link: 0 | 1) => string][] = [
    ['whose file is none', () => 'hello\n'],
    ['without the record', (link) => changed(link, () => ({ extra: null }))],
    ['with a record that is no text', (link) => changed(link, () => ({ extra: Uint8Array.of(0xff) }))],
    ['with a record of another key', (link) => changed(link, () => ({ extra: another }))],
    ['with a record in another spelling', (link) => changed(link, ({ extra }) => ({ extra: spaced(extra!) }))],
    ['at another place', (link) => changed(link, ({ index }) => ({ index: index - 1 }))],
    ['with a shorter proof', (link) => changed(link, ({ proof }) => ({ proof: proof.slice(1) }))],
    ['with another proof', (link) => changed(link, ({ proof }) => ({ proof: proof.with(0, logs.first.leaves[0]!) }))],
    ['under no checkpoint', (link) => changed(link, () => ({ checkpoint: '' }))],
    ['under a checkpoint that nobody signed', (link) => changed(link, (file) => ({ checkpoint: unsigned(file) }))],
    ['that a stranger signed', (link) => keyChange(sealLog(records, packHash('a stranger')), link === 0 ? 2 : 4)],
    ['that only the new key signed', (link) => keyChange(sealLog(records, [second, third][link]), link === 0 ? 2 : 4)],
    ['that is no change of key', (link) => keyChange(link === 0 ? logs.first : logs.second, 1)],
  ]

  test.each(spoilt)('%s', (_, make) => {
    expect(follow(make(0))).toBeNull()
    expect(follow(make(0), changes[1])).toBeNull()
    expect(follow(changes[0], make(1))).toBeNull()
  })

  test('whose checkpoint is another log’s, though the same key signed it', () => {
    const elsewhere = (checkpoint: string) =>
      signNote(
        parseNote(checkpoint)!.text.replace('site.example', 'other.example'),
        logKey(testOrigin, operatorSecret),
        operatorSecret,
      )
    expect(follow(changed(0, ({ checkpoint }) => ({ checkpoint: elsewhere(checkpoint) })))).toBeNull()
  })

  test('that a witness signed and the log did not', () => {
    const witness = noteKey(testOrigin, 4, logKey(testOrigin, operatorSecret).publicKey)
    const { text } = parseNote(logs.first.note)!
    const line = cosign(text, { witness, seconds: 1_762_000_000, secretKey: operatorSecret })
    expect(follow(changed(0, () => ({ checkpoint: `${text}\n${line}\n` })))).toBeNull()
  })
})

function spaced(entry: Uint8Array): Uint8Array {
  return utf8ToBytes(new TextDecoder().decode(entry).replace(':', ': '))
}

function unsigned({ checkpoint }: ProofFile): string {
  return `${parseNote(checkpoint)!.text}\n`
}
