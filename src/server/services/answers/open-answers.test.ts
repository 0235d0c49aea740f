import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Asked } from '../../world/members/answers.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { keptMost, openAnswers } from './open-answers.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

type Made = { times: number; asked: Asked }

/** An answer that says how often it was made. */
function counted(given: Partial<Asked> = {}): Made {
  const made: Made = {
    times: 0,
    asked: {
      key: 'an answer',
      source: 'texts',
      local: '',
      make: async () => ({ body: `made ${++made.times}`, type: 'text/plain' }),
      ...given,
    },
  }
  return made
}

test('requests that wait for the same answer get one that was made once', async () => {
  const answers = openAnswers(house.app)
  const { asked } = counted()
  const got = await Promise.all(Array.from({ length: 50 }, async () => answers.find(asked)))
  expect(new Set(got.map((each) => each!.body.toString()))).toEqual(new Set(['made 1']))
  expect((await answers.find(asked))!.body.toString()).toBe('made 1')
})

test('what the node shows of itself is part of the version', async () => {
  const answers = openAnswers(house.app)
  const { asked } = counted()
  await answers.find(asked)
  expect((await answers.find({ ...asked, local: 'no_beacon' }))!.body.toString()).toBe('made 2')
})

test('an answer holds until the instant that it names, and not when the clock was set back before it was made', async () => {
  const answers = openAnswers(house.app)
  const untilMs = house.clock.nowMs() + 60_000
  const made: Made = counted({
    make: async ({ nowMs, holdsUntil }) => {
      if (nowMs < untilMs) holdsUntil(untilMs)
      return { body: `made ${++made.times}`, type: 'text/plain' }
    },
  })
  const told = async () => (await answers.find(made.asked))!.body.toString()
  expect([await told(), await told()]).toEqual(['made 1', 'made 1'])
  house.clock.to(untilMs - 1)
  expect(await told()).toBe('made 1')
  house.clock.to(untilMs)
  expect([await told(), await told()]).toEqual(['made 2', 'made 2'])
  house.clock.set(-60_000)
  expect(await told()).toBe('made 3')
  house.clock.set(60_000)
})

test('nothing and failures are not kept', async () => {
  const answers = openAnswers(house.app)
  const nothing: Made = counted({ make: async () => (++nothing.times, null) })
  expect([await answers.find(nothing.asked), await answers.find(nothing.asked)]).toEqual([null, null])
  const failing: Made = counted({ make: () => Promise.reject(new Error(`failed ${++failing.times}`)) })
  await expect(answers.find(failing.asked)).rejects.toThrow('failed 1')
  await expect(answers.find(failing.asked)).rejects.toThrow('failed 2')
  expect([nothing.times, answers.size().answers]).toEqual([2, 0])
})

test('the memory is bounded by number and by bytes, and what was used last stays', async () => {
  const answers = openAnswers(house.app)
  const find = (key: string, bytes: number) =>
    answers.find({ key, source: null, local: '', make: async () => ({ body: Buffer.alloc(bytes), type: 'x' }) })
  const first = counted({ key: 'used again and again', source: null })
  for (let at = 0; at < keptMost.answers + 100; at++) {
    await find(`small ${at}`, 10)
    await answers.find(first.asked)
  }
  expect([answers.size().answers, first.times]).toEqual([keptMost.answers, 1])
  for (let at = 0; at < 200; at++) await find(`large ${at}`, 300_000)
  expect(answers.size().bytes).toBeLessThanOrEqual(keptMost.bytes)
  expect(answers.size().answers).toBeGreaterThan(10)
  const { bytes } = answers.size()
  await find('too large', 2_000_000)
  expect(answers.size().bytes).toBe(bytes)
})
