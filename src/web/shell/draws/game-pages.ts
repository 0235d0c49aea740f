import { type Family, type GameCode, games } from '#core/games/catalogue'

const familyOf = new Map<string, Family>(games.map(({ code, family }) => [code, family]))

export const familyOfGame = (code: GameCode): Family => familyOf.get(code)!

/** Where a game is played: games of places and balls on one board, games of combinations on the other. */
export function gamePath(code: GameCode): string {
  const family = familyOfGame(code)
  return `/play/${family === 'pk10' || family === 'ssc' ? 'game' : 'czgame'}?game=${code}`
}
