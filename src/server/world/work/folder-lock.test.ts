import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { lockFolder } from './folder-lock.ts'

test('one process at a time holds a folder, and releasing frees it', async () => {
  const first = await lockFolder('/some/folder')
  expect(first.isHeld).toBe(true)
  expect((await lockFolder('/some/folder')).isHeld).toBe(false)
  expect((await lockFolder('/some/other')).isHeld).toBe(true)
  await first.release()
  const again = await lockFolder('/some/folder')
  expect(again.isHeld).toBe(true)
  await again.release()
})

test('who has patience gets the folder once it is free', async () => {
  const first = await lockFolder('/awaited/folder')
  const second = lockFolder('/awaited/folder', 5_000)
  await first.release()
  expect((await second).isHeld).toBe(true)
  await (await second).release()
})

test('killing a process frees its folder', async () => {
  const holder = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `const { lockFolder } = await import(${JSON.stringify(new URL('./folder-lock.ts', import.meta.url).href)})
     const { isHeld } = await lockFolder('/killed/folder')
     console.log(isHeld)
     setInterval(() => {}, 1000)`,
  ])
  const [said] = (await once(holder.stdout, 'data')) as [Buffer]
  expect(said.toString().trim()).toBe('true')
  expect((await lockFolder('/killed/folder')).isHeld).toBe(false)
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const lock = await lockFolder('/killed/folder')
  expect(lock.isHeld).toBe(true)
  await lock.release()
})
