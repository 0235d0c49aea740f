import { ed25519 } from '@noble/curves/ed25519.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { formatKey, formatNote, noteKey, parseKey, parseNote, parseSignatures, signaturesBy } from './note.ts'

// The example that the format's own description publishes.
const vkey = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
const line =
  '\u2014 example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM='
const published = `This is an example message.\n\n${line}\n`

test('the published example verifies, and is written as it was read', () => {
  const key = parseKey(vkey)!
  const note = parseNote(published)!
  expect(note.text).toBe('This is an example message.\n')
  const [signature] = signaturesBy(note, key)
  expect(ed25519.verify(signature!.bytes, utf8ToBytes(note.text), key.publicKey, { zip215: false })).toBe(true)
  expect(formatNote(note)).toBe(published)
  expect(formatKey(key)).toBe(vkey)
  expect(noteKey(key.name, 1, key.publicKey)).toEqual(key)
})

test('a key with another id, of an unknown type, or of another length is no key', () => {
  for (const other of [
    vkey.replace('530d903a', '530d903b'),
    vkey.replace('+A', '+B'),
    vkey.slice(0, -4),
    vkey.replace('example.com/foo', 'example com'),
    vkey.replace('example.com/foo', ''),
    `${vkey}=`,
  ])
    expect(parseKey(other)).toBeNull()
})

test('what is not a note is refused', () => {
  for (const other of [
    '',
    'text\n',
    published.slice(0, -1),
    published.replace('\n\n', '\n'),
    published.replace('\u2014', '-'),
    published.replace('example.com/foo ', 'example.com/foo  '),
    published.replace('Uw2Q', 'Uw2'),
    published.replace('message', 'mess\u0007age'),
    published.replace('message', 'mess\ud800age'),
    `text\n\n${`${line}\n`.repeat(65)}`,
    `text\n\n\u2014 name AAAA\n`,
  ])
    expect(parseNote(other)).toBeNull()
})

test('sixteen signatures and more are accepted, and a text with an empty line in it', () => {
  const note = parseNote(`one\n\ntwo\n\n${`${line}\n`.repeat(16)}`)!
  expect(note.text).toBe('one\n\ntwo\n')
  expect(note.signatures).toHaveLength(16)
  expect(parseSignatures(`${line}\n`)).toHaveLength(1)
  expect(parseSignatures(line)).toBeNull()
})
