import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { checkBeacon, quicknet } from './beacon.ts'
import { commitOf, kindOfFamily, kinds, outcomeOf, seedOf, streamOf, uniform, type Kind } from './numbers.ts'
import vectors from './testing/draws.json' with { type: 'json' }

describe.each(vectors.draws)('$drawId', (draw) => {
  const seed = seedOf({ ...draw, chainHash: quicknet.chainHash })

  test('commitment, beacon and seed match', () => {
    expect(commitOf(draw)).toBe(draw.commit)
    expect(checkBeacon(quicknet, draw)).toEqual({ ok: true, randomness: draw.randomness })
    expect(seed).toBe(draw.seed)
  })

  test('stream, outcome and rejected bytes match', () => {
    const next = streamOf(seed)
    let used = 0
    const counted = () => {
      used++
      return next()
    }
    expect(outcomeOf(draw.kind as Kind, counted)).toEqual(draw.outcome)
    expect(used).toBe(draw.bytesUsed)
    if (draw.streamBlock0) {
      const again = streamOf(seed)
      expect(bytesToHex(Uint8Array.from({ length: 32 }, again))).toBe(draw.streamBlock0)
    }
  })
})

test('the stream goes on with a second block that differs from the first', () => {
  const next = streamOf('0'.repeat(64))
  const bytes = Array.from({ length: 64 }, next)
  expect(bytes.slice(0, 32)).not.toEqual(bytes.slice(32))
})

test('every byte below the limit counts equally, every other is rejected', () => {
  for (let n = 1; n <= 256; n++) {
    const hits = Array.from({ length: n }, () => 0)
    let byte = 0
    const next = () => byte++ % 256
    const whole = 256 - (256 % n)
    for (let draw = 0; draw < whole; draw++) hits[uniform(next, n)]!++
    expect(new Set(hits)).toEqual(new Set([whole / n]))
  }
  for (const n of [0, 257, 1.5, -1]) {
    expect(() => uniform(() => 0, n)).toThrow(RangeError)
    expect(() => uniform(() => 0, n)).toThrow(`uniform takes 1 to 256, not ${n}`)
  }
})

test('each kind yields what its games play with', () => {
  const sorted = (list: number[]) => list.toSorted((a, b) => a - b)
  for (let at = 0; at < 200; at++) {
    const seed = at.toString(16).padStart(64, '0')
    const drawn = Object.fromEntries(kinds.map((kind) => [kind, outcomeOf(kind, streamOf(seed))]))
    expect(drawn['dice3']).toHaveLength(3)
    expect(drawn['dice3']!.every((face) => face >= 1 && face <= 6)).toBe(true)
    expect(drawn['digits5']).toHaveLength(5)
    expect(drawn['digits5']!.every((digit) => digit >= 0 && digit <= 9)).toBe(true)
    expect(sorted(drawn['perm10']!)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(new Set(drawn['pick5of11']).size).toBe(5)
    expect(drawn['pick5of11']!.every((ball) => ball >= 1 && ball <= 11)).toBe(true)
  }
})

test('each family of games has its kind, and each kind its family', () => {
  expect(kindOfFamily).toEqual({ k3: 'dice3', pk10: 'perm10', ssc: 'digits5', x11_5: 'pick5of11' })
  expect(Object.values(kindOfFamily).sort()).toEqual([...kinds].sort())
})

test('each part of the seed changes it, and malformed parts are refused', () => {
  const parts = { ...vectors.draws[0]!, chainHash: quicknet.chainHash }
  const other = 'a'.repeat(64)
  const changed = [
    { ...parts, drawId: 'x' },
    { ...parts, rulesHash: other },
    { ...parts, chainHash: other },
    { ...parts, round: 1001 },
    { ...parts, randomness: other },
    { ...parts, secret: other },
  ]
  expect(new Set([parts, ...changed].map(seedOf)).size).toBe(7)
  expect(() => seedOf({ ...parts, secret: parts.secret.toUpperCase() })).toThrow(TypeError)
  expect(() => seedOf({ ...parts, round: -1 })).toThrow(RangeError)
  expect(() => commitOf({ drawId: 'x', secret: 'ab' })).toThrow(TypeError)
})
