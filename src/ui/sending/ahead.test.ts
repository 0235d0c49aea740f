import { expect, test } from 'vitest'
import { createAhead } from './ahead.ts'

/** Things numbered in the order in which they are begun; `fail` lets the next one fail. */
function workshop() {
  const made: string[] = []
  let now = 0
  let fails = false
  const ahead = createAhead(
    async (name: string) => {
      made.push(name)
      if (fails) throw new Error('lost')
      return `${name} ${made.length}`
    },
    { freshMs: 100, nowMs: () => now },
  )
  return { ahead, made, pass: (ms: number) => (now += ms), fail: (next: boolean) => (fails = next) }
}

test('what was prepared is handed out once, then another is made', async () => {
  const { ahead, made } = workshop()
  ahead.prepare('a')
  ahead.prepare('a')
  expect(made).toEqual(['a'])
  expect([await ahead.take('a'), await ahead.take('a')]).toEqual(['a 1', 'a 2'])
})

test('one that became too old is made again', async () => {
  const { ahead, pass } = workshop()
  ahead.prepare('a')
  pass(99)
  expect(await ahead.take('a')).toBe('a 1')
  ahead.prepare('a')
  pass(100)
  expect(await ahead.take('a')).toBe('a 3')
})

test('each name has its own', async () => {
  const { ahead } = workshop()
  ahead.prepare('a')
  ahead.prepare('b')
  expect([await ahead.take('b'), await ahead.take('a')]).toEqual(['b 2', 'a 1'])
})

test('one that failed ahead of time is made again when it is needed, and its failure is nobody’s', async () => {
  const { ahead, fail } = workshop()
  fail(true)
  ahead.prepare('a')
  await Promise.resolve()
  await Promise.resolve()
  fail(false)
  expect(await ahead.take('a')).toBe('a 2')
  fail(true)
  await expect(ahead.take('a')).rejects.toThrow('lost')
})
