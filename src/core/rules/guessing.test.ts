import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type GuessKind,
  type GuessPolicy,
  type Tally,
  countTry,
  emptyTally,
  guessPolicies,
  guessPolicy,
  needsCaptcha,
  networkOf,
  takeBack,
  triesCounted,
  waitMs,
} from './guessing.ts'

const secondMs = 1_000
const hourMs = 60 * 60 * secondMs
const kinds = Object.keys(guessPolicies) as GuessKind[]

/** The instants at which a guesser who tries every second gets a try, over some hours. */
function greedy(policy: GuessPolicy, hours: number): number[] {
  let tally = emptyTally(0)
  const taken: number[] = []
  for (let nowMs = 0; nowMs < hours * hourMs; nowMs += 1000) {
    if (waitMs(policy, tally, nowMs) > 0) continue
    tally = countTry(policy, tally, nowMs)
    taken.push(nowMs)
  }
  return taken
}

const busiestHour = (taken: number[]) =>
  Math.max(...taken.map((from) => taken.filter((at) => at >= from && at < from + hourMs).length))

/** The state after so many tries in one instant, whatever the pauses say. */
function after(policy: GuessPolicy, tries: number, nowMs = 0): Tally {
  let tally = emptyTally(nowMs)
  for (let at = 0; at < tries; at++) tally = countTry(policy, tally, nowMs)
  return tally
}

describe('how much is evaluated', () => {
  test.each([
    ['login', 20],
    ['device', 20],
    ['console', 10],
    ['console-device', 10],
    ['console-account', 60],
    ['payment', 7],
    ['code', 6],
    ['registration', 40],
    ['address', 220],
  ] as const)('%s: whoever tries without rest gets at most %i in any hour', (kind, most) => {
    const policy = guessPolicy(kind)
    expect(policy.most + hourMs / policy.fadeMs).toBe(most)
    expect(busiestHour(greedy(policy, 5))).toBeLessThanOrEqual(most)
  })

  test('resting and coming back in bursts gains nothing', () => {
    const policy = guessPolicy('login')
    for (const restMs of [60_000, 600_000, 2_400_000, hourMs]) {
      let tally = emptyTally(0)
      const taken: number[] = []
      for (let nowMs = 0; nowMs < 8 * hourMs; nowMs += 1000) {
        const isResting = Math.floor(nowMs / restMs) % 2 === 1
        if (isResting || waitMs(policy, tally, nowMs) > 0) continue
        tally = countTry(policy, tally, nowMs)
        taken.push(nowMs)
      }
      expect(busiestHour(taken)).toBeLessThanOrEqual(20)
    }
  })

  test('a payment password: five in a row, then one in each half hour', () => {
    const taken = greedy(guessPolicy('payment'), 3)
    expect(taken.slice(0, 8).map((at) => at / 60_000)).toEqual([
      0,
      ...[1, 2, 3, 4].map((s) => s / 60),
      ...[30, 60, 90].map((m) => m + 4 / 60),
    ])
  })

  test('a forgetful owner is held up a little more each time', () => {
    const policy = guessPolicy('login')
    const waits = [1, 2, 3, 4, 5, 6, 7].map((tries) => waitMs(policy, after(policy, tries), 0) / 1000)
    expect(waits).toEqual([0, 0, 5, 10, 20, 40, 80])
    expect(waitMs(policy, after(policy, 8), 0)).toBe(policy.fadeMs)
  })
})

describe('what is remembered', () => {
  test.each(kinds)('%s: no pause outlasts what is remembered of it, so that old rows may go', (kind) => {
    const { pausesMs, fadeMs } = guessPolicy(kind)
    expect(Math.max(...pausesMs)).toBeLessThanOrEqual(fadeMs)
  })

  test('tries fade one by one, and one taken back was never made', () => {
    const policy = guessPolicy('login')
    const four = after(policy, 4)
    expect(
      [0, 1, policy.fadeMs, 2 * policy.fadeMs, 4 * policy.fadeMs].map((at) => triesCounted(policy, four, at)),
    ).toEqual([4, 4, 3, 2, 0])
    expect(takeBack(policy, four)).toEqual(after(policy, 3))
  })

  test('a flood on the whole house refuses nobody and is over within minutes of its end', () => {
    const policy = guessPolicy('everybody')
    const flooded = after(policy, 100_000)
    expect(waitMs(policy, flooded, 0)).toBe(0)
    expect(needsCaptcha(policy, flooded, 0)).toBe(true)
    expect(needsCaptcha(policy, flooded, 11 * 60_000)).toBe(false)
  })
})

describe('a node whose clock is ahead', () => {
  test('keeps nobody of a network out at the others, and asks nobody there for a captcha', () => {
    const [address, everybody] = [guessPolicy('address'), guessPolicy('everybody')]
    expect(waitMs(address, after(address, 1, hourMs), 0)).toBe(0)
    expect(needsCaptcha(everybody, after(everybody, 1, hourMs), 0)).toBe(false)
  })

  test.each(kinds)('%s: no wait is longer than a pause, or than until the next try fades', (kind) => {
    const policy = guessPolicy(kind)
    const longestMs = Math.max(policy.fadeMs, ...policy.pausesMs)
    const instants = fc.array(fc.integer({ min: 0, max: 3 * hourMs }), { maxLength: 40 })
    const holds = fc.property(instants, fc.integer({ min: 0, max: 3 * hourMs }), (tries, nowMs) => {
      const tally = tries.reduce((each, atMs) => countTry(policy, each, atMs), emptyTally(0))
      expect(waitMs(policy, tally, nowMs)).toBeLessThanOrEqual(longestMs)
      expect(triesCounted(policy, tally, nowMs)).toBeLessThanOrEqual(policy.most)
    })
    fc.assert(holds)
  })

  test.each(kinds)('%s: nobody who has tries left waits longer for it than the longest pause', (kind) => {
    const policy = guessPolicy(kind)
    const longestMs = Math.max(...policy.pausesMs)
    for (const byMs of [2 * secondMs, 30 * secondMs, 3 * hourMs])
      for (let tries = 1; tries < policy.most; tries++) {
        const tally = after(policy, tries, byMs)
        const instants = Array.from({ length: longestMs / secondMs + 1 }, (_, second) => second * secondMs)
        expect(instants.some((nowMs) => waitMs(policy, tally, nowMs) === 0)).toBe(true)
      }
  })

  const bounded = kinds.filter((kind) => !guessPolicy(kind).isOpen)
  test.each(bounded)('%s: going from node to node gives no more tries than the clock that is ahead', (kind) => {
    const policy = guessPolicy(kind)
    const nodes = fc.array(fc.boolean(), { minLength: 200, maxLength: 200 })
    const aheadMs = fc.integer({ min: 1, max: 3 * hourMs })
    const holds = fc.property(nodes, aheadMs, (isAhead, byMs) => {
      let tally = emptyTally(0)
      let taken = 0
      for (const [at, ahead] of isAhead.entries()) {
        const nowMs = at * secondMs + (ahead ? byMs : 0)
        if (waitMs(policy, tally, nowMs) > 0) continue
        tally = countTry(policy, tally, nowMs)
        taken += 1
      }
      expect(taken).toBeLessThanOrEqual(2 * policy.most + Math.ceil((200 * secondMs) / policy.fadeMs))
    })
    fc.assert(holds)
  })
})

describe('captcha', () => {
  test.each([
    ['login', 2, false],
    ['login', 3, true],
    ['device', 3, true],
    ['address', 2, false],
    ['address', 3, true],
    ['everybody', 599, false],
    ['everybody', 600, true],
    ['registration', 0, true],
    ['console', 5, false],
    ['payment', 5, false],
  ] as const)('%s after %i failures: %s', (kind, tries, isDue) => {
    const policy = guessPolicy(kind)
    expect(needsCaptcha(policy, after(policy, tries), 0)).toBe(isDue)
  })
})

test('an office of a hundred behind one address gets in, each after a slip', () => {
  const policy = guessPolicy('address')
  let tally = emptyTally(0)
  for (let nowMs = 0; nowMs < 100 * 10_000; nowMs += 10_000) {
    expect(waitMs(policy, tally, nowMs)).toBe(0)
    tally = countTry(policy, tally, nowMs)
    tally = takeBack(policy, countTry(policy, tally, nowMs + 5_000))
  }
})

test('the factor widens what counts crowds, and nothing that guards a person', () => {
  expect(guessPolicy('address', 10)).toMatchObject({ most: 1_000, captchaFrom: 30 })
  for (const kind of ['login', 'device', 'console', 'console-account', 'payment', 'code'] as const)
    expect(guessPolicy(kind, 10)).toEqual(guessPolicies[kind])
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1:2%eth0', 'fe80:0:0:0::/64'],
])('%s belongs to %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
