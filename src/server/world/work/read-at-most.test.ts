import { expect, test } from 'vitest'
import { readAtMost } from './read-at-most.ts'

test('an answer is read up to the permitted length and no further', async () => {
  expect(await readAtMost(new Response('a short one'), 11)).toBe('a short one')
  let sent = 0
  let isGivenUp = false
  const endless = new ReadableStream({
    pull: (to) => {
      sent += 1_000
      to.enqueue(new Uint8Array(1_000))
    },
    cancel: () => void (isGivenUp = true),
  })
  expect(await readAtMost(new Response(endless), 4_096)).toBeNull()
  expect([sent < 10_000, isGivenUp]).toEqual([true, true])
})
