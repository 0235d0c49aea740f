import { setImmediate as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { NoTurn, turns } from './turns.ts'

test('a limited number runs at once, a limited number waits, and the rest is refused at once', async () => {
  const { take, waiting } = turns({ atOnce: 2, queueMost: 3 })
  let working = 0
  let most = 0
  const order: number[] = []
  const results = await Promise.allSettled(
    Array.from({ length: 7 }, (_, at) =>
      take(async () => {
        most = Math.max(most, ++working)
        await pause()
        order.push(at)
        working--
        if (at === 1) throw new Error('a failure frees its place too')
      }),
    ),
  )
  expect(most).toBe(2)
  expect(order).toEqual([0, 1, 2, 3, 4])
  expect(results.map((each) => each.status === 'rejected' && each.reason instanceof NoTurn)).toEqual([
    ...Array<boolean>(5).fill(false),
    true,
    true,
  ])
  expect(waiting()).toBe(0)
  expect(await take(async () => 'free again')).toBe('free again')
})
