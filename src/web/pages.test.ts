import { expect, test } from 'vitest'
import { pageAt, pages, slideBetween } from './pages.ts'

test('every address of the table is the address of its own page', () => {
  expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length)
  for (const { path } of pages)
    expect(pageAt(path === '*' ? '/no/such/place' : path.replace(':drawId', 'd1')).path).toBe(path)
})

test.each([
  ['/', '/my/my', null],
  ['/', '/my/sessions', 'left'],
  ['/my/sessions', '/', 'right'],
  ['/my/sessions', '/my/limits', null],
  ['/my/my', '/account/login', null],
  ['/account/login', '/', null],
])('from %s to %s pages slide to: %s', (from, to, direction) => {
  expect(slideBetween(pageAt(from), pageAt(to))).toBe(direction)
})
