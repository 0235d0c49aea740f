import { expect, test } from 'vitest'
import { createOnce } from './once.ts'

const own = async (key: string) => key
const lose = (keys: string[]) => async (key: string) => {
  keys.push(key)
  throw new Error('no answer')
}

test('after its answer a key is used no more: the same content again is another intention', async () => {
  const once = createOnce()
  const form = { amount: 5_00n, to: 'wallet' }
  expect(await once(form, own)).not.toBe(await once(form, own))
})

test('without an answer, or with a refusal, the same content keeps its key until it has succeeded', async () => {
  const once = createOnce()
  const keys: string[] = []
  await expect(once({ amount: 5_00n }, lose(keys))).rejects.toThrow('no answer')
  await expect(once({ amount: 5_00n }, lose(keys))).rejects.toThrow('no answer')
  keys.push(await once({ amount: 5_00n }, own))
  expect(new Set(keys).size).toBe(1)
  expect(await once({ amount: 5_00n }, own)).not.toBe(keys[0])
})

test('another content has another key, also while the first waits for its answer', async () => {
  const once = createOnce()
  const keys: string[] = []
  await expect(once({ amount: 5_00n }, lose(keys))).rejects.toThrow('no answer')
  expect(await once({ amount: 6_00n }, own)).not.toBe(keys[0])
})

test('two presses at once are one intention', async () => {
  const once = createOnce()
  const form = { text: 'hello' }
  const [first, second] = await Promise.all([once(form, own), once(form, own)])
  expect(first).toBe(second)
})
