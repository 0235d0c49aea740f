import { ed25519 } from '@noble/curves/ed25519.js'
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { packHash } from './pack.ts'
import { cosign, logKey, publicKeyOf, signNote, verifyEd25519 } from './signatures.ts'
import { operatorSecret, testOrigin } from './testing/genuine-draw.ts'
import { cosignedAt } from './tlog/cosignature.ts'
import { isSignedByOneOf, noteKey, parseNote, signaturesBy } from './tlog/note.ts'

const key = logKey(testOrigin, operatorSecret)
const text = `${testOrigin}\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n`
const note = signNote(text, key, operatorSecret)

describe('a signature holds under strict rules only', () => {
  const message = utf8ToBytes(text)
  const signature = signaturesBy(parseNote(note)!, key)[0]!.bytes

  test('for its own message, by its own key', () => {
    expect(verifyEd25519(message, signature, key.publicKey)).toBe(true)
    expect(verifyEd25519(message.with(0, 0), signature, key.publicKey)).toBe(false)
    expect(verifyEd25519(message, signature.with(0, signature[0]! ^ 1), key.publicKey)).toBe(false)
    expect(verifyEd25519(message, signature, logKey(testOrigin, packHash('another')).publicKey)).toBe(false)
  })

  test('and not where key or signature is none', () => {
    expect(verifyEd25519(message, signature, utf8ToBytes('not a key'))).toBe(false)
    expect(verifyEd25519(message, signature.subarray(1), key.publicKey)).toBe(false)
    expect(verifyEd25519(message, new Uint8Array(64).fill(255), key.publicKey)).toBe(false)
  })

  test('so that a key that would sign everything signs nothing', () => {
    const point = hexToBytes(`01${'0'.repeat(62)}`)
    const anything = new Uint8Array(64)
    anything.set(point)
    expect(ed25519.verify(anything, message, point, { zip215: true })).toBe(true)
    expect(verifyEd25519(message, anything, point)).toBe(false)
  })
})

test('a log’s key has the log’s name and signs its notes', () => {
  expect(key).toEqual(noteKey(testOrigin, 1, hexToBytes(publicKeyOf(operatorSecret))))
  expect(parseNote(note)!.text).toBe(text)
  expect(isSignedByOneOf(parseNote(note)!, [key], verifyEd25519)).toBe(true)
  expect(isSignedByOneOf(parseNote(note.replace('\n0\n', '\n1\n'))!, [key], verifyEd25519)).toBe(false)
  expect(() => publicKeyOf('not a key')).toThrow('32 bytes')
})

describe('a witness signs which checkpoint it saw, and when', () => {
  const secretKey = packHash('a witness')
  const witness = noteKey('north.example', 4, hexToBytes(publicKeyOf(secretKey)))
  const north = { name: 'north', key: witness }
  const seen = (seconds: number) => `${cosign(text, { witness, seconds, secretKey })}\n`
  const times = (signed: string) => cosignedAt(parseNote(signed)!, [north], verifyEd25519)

  test('by its clock, the latest time where it did so again', () => {
    expect(times(note)).toEqual(new Map())
    expect(times(note + seen(1_762_000_000))).toEqual(new Map([[north, 1_762_000_000]]))
    expect(times(note + seen(1_762_000_009) + seen(1_762_000_000))).toEqual(new Map([[north, 1_762_000_009]]))
  })

  test('and what it did not sign spoils the note', () => {
    const line = seen(1_762_000_000)
    expect(times(note.replace('\n0\n', '\n1\n') + line)).toBeNull()
    const [early, late] = [line, seen(1_762_000_001)].map((each) => each.split(' ')[2]!)
    // The time stands in the bytes after the key's id: the one of the first line before the signature of the second.
    const dated = early!.slice(0, 16) + late!.slice(16)
    expect(times(`${note}\u2014 north.example ${dated}`)).toBeNull()
    const other = cosign(text, { witness, seconds: 1_762_000_000, secretKey: packHash('another') })
    expect(times(`${note}${line}${other}\n`)).toBeNull()
  })

  test('and no signature of a note is one of a witness, nor the other way round', () => {
    const asLog = noteKey('north.example', 1, witness.publicKey)
    const line = signNote(text, witness, secretKey).slice(text.length + 1)
    expect(times(note + line)).toBeNull()
    expect(isSignedByOneOf(parseNote(note + seen(1_762_000_000))!, [asLog], verifyEd25519)).toBe(false)
  })
})
