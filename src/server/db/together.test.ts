import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { askTogether } from './together.ts'

test('questions that arrive during a query share the next query, and each caller gets its own answer', async () => {
  const asked: number[][] = []
  const ask = askTogether<number, string>(async (numbers) => {
    asked.push([...numbers])
    await sleep(5)
    return numbers.map((number) => `answer ${number}`)
  })
  const first = [ask(1), ask(2)]
  await new Promise((resolve) => setImmediate(resolve))
  const later = [ask(3), ask(4), ask(5)]
  expect(await Promise.all([...first, ...later])).toEqual([1, 2, 3, 4, 5].map((number) => `answer ${number}`))
  expect(asked).toEqual([
    [1, 2],
    [3, 4, 5],
  ])
})

test('a failed query rejects only its own questions, and the next query is sent as usual', async () => {
  let isBroken = true
  const ask = askTogether<number, number>(async (numbers) => {
    if (isBroken) throw new Error('no connection')
    return numbers
  })
  const [one, two] = await Promise.allSettled([ask(1), ask(2)])
  expect([one.status, two.status]).toEqual(['rejected', 'rejected'])
  isBroken = false
  expect(await ask(3)).toBe(3)
})

test('a query has at most as many questions as it may, and the others come next, in order', async () => {
  const asked: number[][] = []
  const ask = askTogether<number, number>(async (numbers) => {
    asked.push([...numbers])
    return numbers
  }, 2)
  expect(await Promise.all([1, 2, 3, 4, 5].map(ask))).toEqual([1, 2, 3, 4, 5])
  expect(asked).toEqual([[1, 2], [3, 4], [5]])
})
