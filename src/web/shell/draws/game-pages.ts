import { type Family, type GameCode, games } from '#core/games/catalogue'

const familyOf = new Map<string, Family>(games.map(({ code, family }) => [code, family]))

export const familyOfGame = (code: GameCode): Family => familyOf.get(code)!

/** The board a game is played on: games of places and balls on one, games of combinations on the other. */
function boardOf(code: GameCode): string {
  const family = familyOfGame(code)
  return `/play/${family === 'pk10' || family === 'ssc' ? 'game' : 'czgame'}`
}

/** Where a game is played. */
export const gamePath = (code: GameCode): string => `${boardOf(code)}?game=${code}`

/** The game that an address names, whichever board it is on; without a name, the first of those played on this board. */
export function gameAt(path: string, search: string): GameCode {
  const named = new URLSearchParams(search).get('game')
  const shown = games.find(({ code }) => code === named) ?? games.find(({ code }) => path.startsWith(boardOf(code)))
  return shown!.code
}
