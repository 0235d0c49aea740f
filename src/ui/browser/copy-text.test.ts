import { afterEach, expect, test, vi } from 'vitest'
import { copyText } from './copy-text.ts'

afterEach(() => vi.unstubAllGlobals())

test('a text that was put on the clipboard was copied', async () => {
  const writeText = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  expect(await copyText('TAddress')).toBe(true)
  expect(writeText).toHaveBeenCalledWith('TAddress')
})

test.each([
  [
    'refuses the clipboard',
    { clipboard: { writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) } },
  ],
  ['has none', {}],
])('where the browser %s, the text was not copied', async (_, navigator) => {
  vi.stubGlobal('navigator', navigator)
  expect(await copyText('TAddress')).toBe(false)
})
