import { expect, test } from 'vitest'
import { run } from './tools.ts'

test('a tool that takes too long is ended together with the processes that it started', async () => {
  const startedMs = performance.now()
  const { output, status } = await run('sh', ['-c', 'sleep 170 & echo begun; wait'], 1_000)
  expect([output.trim(), status]).toEqual(['begun', null])
  expect(performance.now() - startedMs).toBeLessThan(120_000)
})
