import { expect, test } from 'vitest'
import { games } from '#core/games/catalogue'
import { gameAt, gamePath } from './game-pages.ts'

test.each(games.map(({ code }) => code))('the address of %s shows it, also on the other board', (code) => {
  const [path, search] = gamePath(code).split('?') as [string, string]
  expect(gameAt(path, search)).toBe(code)
  for (const board of ['/play/game', '/play/czgame']) expect(gameAt(board, search)).toBe(code)
})

test('a board without a game, or with one that does not exist, shows the first of its own', () => {
  for (const search of ['', '?game=', '?game=roulette']) {
    expect([gameAt('/play/game', search), gameAt('/play/czgame', search)]).toEqual(['lucky_airship', 'k3_5m'])
  }
})
