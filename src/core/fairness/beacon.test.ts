import { describe, expect, test } from 'vitest'
import {
  chainHashOf,
  checkBeacon,
  firstRoundAt,
  isBeaconChain,
  quicknet,
  quicknetRelays,
  rememberBeacons,
  roundTimeMs,
} from './beacon.ts'
import { houseChain, signRound } from './house-beacon.ts'
import { hexBytes, packHash } from './pack.ts'
import vectors from './testing/drand-quicknet.json' with { type: 'json' }

test('the pinned constants are those of the chain', () => {
  const { chain } = vectors
  expect(quicknet).toEqual({
    id: chain.beaconID,
    chainHash: chain.chain_hash,
    groupHash: chain.group_hash,
    publicKey: chain.public_key,
    periodSec: chain.period_seconds,
    genesisSec: chain.genesis_time,
  })
  expect(chainHashOf(quicknet)).toBe(quicknet.chainHash)
  expect(isBeaconChain(quicknet)).toBe(true)
})

test('the relays are five different ones, asked over https alone', () => {
  expect(new Set(quicknetRelays).size).toBe(5)
  for (const relay of quicknetRelays) expect(relay).toMatch(/^https:\/\/[a-z0-9.]+\.[a-z]+(:\d+)?$/)
})

describe('recorded rounds', () => {
  test.each(vectors.positive)('round $round verifies', ({ round, signature, randomness }) => {
    const check = checkBeacon(quicknet, { round, signature })
    expect(check).toMatchObject({ ok: true })
    if (randomness) expect(check).toEqual({ ok: true, randomness })
  })

  const reasons: Record<string, string> = {
    'wrong-round': 'signature-wrong',
    'round-zero': 'round-invalid',
    'fastnet-chain-signature': 'signature-wrong',
    empty: 'signature-form',
    'appended-49': 'signature-form',
    'uncompressed-96': 'signature-form',
    'uppercase-hex': 'signature-form',
  }

  test.each(vectors.negative)('$id is refused', ({ id, round, signature }) => {
    const reason = reasons[id] ?? 'signature-not-a-point'
    expect(checkBeacon(quicknet, { round, signature })).toEqual({ ok: false, reason })
  })

  test.each([-1, 1.5, Number.NaN, 2 ** 53])('round %d is none', (round) => {
    const { signature } = vectors.positive[0]!
    expect(checkBeacon(quicknet, { round, signature })).toEqual({ ok: false, reason: 'round-invalid' })
  })
})

test('a round is the first at or after its time', () => {
  const genesisMs = quicknet.genesisSec * 1000
  expect(roundTimeMs(quicknet, 1)).toBe(genesisMs)
  expect(roundTimeMs(quicknet, 1000)).toBe(genesisMs + 999 * 3000)
  expect(firstRoundAt(quicknet, genesisMs)).toBe(1)
  expect(firstRoundAt(quicknet, genesisMs + 1)).toBe(2)
  expect(firstRoundAt(quicknet, genesisMs + 3000)).toBe(2)
  expect(firstRoundAt(quicknet, genesisMs + 3001)).toBe(3)
  expect(firstRoundAt(quicknet, 0)).toBe(1)
})

describe('a house chain', () => {
  const secret = '1'.padStart(64, '0')
  const chain = houseChain(secret, 1_700_000_000)

  test('goes the same way as the public one, under another hash and key', () => {
    const beacon = { round: 42, signature: signRound(secret, 42) }
    expect(checkBeacon(chain, beacon)).toMatchObject({ ok: true })
    expect(checkBeacon(quicknet, beacon)).toEqual({ ok: false, reason: 'signature-wrong' })
    expect(checkBeacon(chain, { ...beacon, round: 43 })).toEqual({ ok: false, reason: 'signature-wrong' })
  })

  test('has a hash that covers its key and its times', () => {
    expect(chain).toMatchObject({ id: 'house', periodSec: 3, genesisSec: 1_700_000_000 })
    expect(chain.groupHash).toBe(packHash('fair/1/house-beacon', hexBytes(chain.publicKey, 96)))
    expect(chain.chainHash).toBe(chainHashOf(chain))
    const others = [houseChain(secret.replace('1', '2'), 1_700_000_000), houseChain(secret, 1_700_000_003)]
    expect(new Set([chain, ...others].map(({ chainHash }) => chainHash)).size).toBe(3)
    expect(chainHashOf({ ...chain, periodSec: 4 })).not.toBe(chain.chainHash)
    expect(chainHashOf({ ...chain, id: 'other' })).not.toBe(chain.chainHash)
  })

  test('with a key that is no point, or the zero point, verifies nothing', () => {
    const signature = signRound(secret, 42)
    for (const publicKey of ['0'.repeat(192), `c${'0'.repeat(191)}`, `8${'0'.repeat(191)}`]) {
      const check = checkBeacon({ ...chain, publicKey }, { round: 42, signature })
      expect(check).toEqual({ ok: false, reason: 'key-not-a-point' })
    }
  })

  test('is remembered by key, round and signature', () => {
    const check = rememberBeacons()
    const beacon = { round: 42, signature: signRound(secret, 42) }
    const first = check(chain, beacon)
    expect(check(chain, { ...beacon })).toBe(first)
    expect(check(quicknet, beacon).ok).toBe(false)
    expect(check(chain, { ...beacon, round: 41 }).ok).toBe(false)
  })
})
