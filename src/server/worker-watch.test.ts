import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { killWhenSilent, nextPauseMs } from './worker-watch.ts'

test('a worker that no longer answers is killed, and one that answers is not', async () => {
  const [hangs, works] = ['30', '30'].map((seconds) => spawn('sleep', [seconds]))
  const quick = { lookEveryMs: 10, unansweredMost: 10 }
  const ends = [killWhenSilent(hangs!, async () => null, quick), killWhenSilent(works!, async () => true, quick)]
  expect(await once(hangs!, 'exit')).toEqual([null, 'SIGKILL'])
  await sleep(200)
  expect(works!.exitCode ?? works!.signalCode).toBeNull()
  for (const end of ends) end()
  works!.kill()
})

test('the pause grows while workers end at once, to ten seconds at most, and is over after one that lived', () => {
  const pauses = [0]
  while (pauses.length < 10) pauses.push(nextPauseMs(pauses.at(-1)!, 500))
  expect(pauses).toEqual([0, 100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000])
  expect(nextPauseMs(10_000, 61_000)).toBe(0)
})
