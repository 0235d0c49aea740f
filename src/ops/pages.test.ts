import { expect, test } from 'vitest'
import { pageAt, pages } from './pages.ts'

test('every page has an address and a key of its own', () => {
  expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length)
  expect(new Set(pages.map(({ key }) => key)).size).toBe(pages.length)
})

test.each([
  ['/', '/'],
  ['/players', '/players'],
  ['/players/4f1c', '/players'],
  ['/playersome', undefined],
  ['/nowhere', undefined],
])('%s shows the page %s', (path, shown) => {
  expect(pageAt(path, pages)?.path).toBe(shown)
})

test('a page that somebody may not see is not found, and neither is what lies below it', () => {
  const offered = pages.filter(({ can }) => can !== 'players.view')
  expect(pageAt('/players', offered)).toBeUndefined()
  expect(pageAt('/players/4f1c', offered)).toBeUndefined()
})
