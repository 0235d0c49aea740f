import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkBeacon, roundTimeMs } from '#core/fairness/beacon'
import { Secret } from '../../world/secrets/secret.ts'
import { type TestClock, testClock } from '../../testing/open-house.ts'
import { newHouseKey } from './open-beacon.ts'
import { openHouseBeacon } from './house-beacon.ts'
import type { BeaconSource } from '../../world/members/beacon.ts'

const openedMs = Date.UTC(2026, 10, 2, 4, 0, 0)

let clock: TestClock
let beacon: BeaconSource
let round: number
beforeEach(async () => {
  clock = testClock(openedMs)
  beacon = openHouseBeacon({ secretKey: new Secret(newHouseKey()), clock })
  round = (await beacon.newest())!
})
afterEach(() => beacon.close())

test('a round does not exist before its time, and verifies from then on', async () => {
  expect(roundTimeMs(beacon.chain, round)).toBeLessThanOrEqual(openedMs)
  expect(await beacon.fetch(round + 1)).toBeNull()
  clock.to(roundTimeMs(beacon.chain, round + 1) - 1)
  expect(await beacon.fetch(round + 1)).toBeNull()
  clock.forward(1)
  const found = (await beacon.fetch(round + 1))!
  expect(checkBeacon(beacon.chain, found)).toEqual({ ok: true, randomness: found.randomness })
  expect(await beacon.newest()).toBe(round + 1)
  expect(beacon.mode).toBe('house-beacon')
})

test('setting the clock produces no round early; a clock that stays ahead for half a minute is accepted', async () => {
  clock.set(3_600_000)
  expect(await beacon.newest()).toBe(round)
  expect(await beacon.fetch(round + 100)).toBeNull()
  clock.forward(29_999)
  expect(await beacon.newest()).toBe(round + 9)
  clock.forward(1)
  expect(await beacon.newest()).toBe(round + 1_210)
})

test('setting the clock back does not withdraw a round', async () => {
  clock.set(-3_600_000)
  clock.forward(60_000)
  expect(await beacon.newest()).toBe(round + 20)
})
