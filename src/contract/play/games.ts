import * as z from 'zod/mini'
import { type GameCode, games } from '#core/games/catalogue'
import { endpoint } from '../endpoint.ts'

/** A game by its code. */
export const GameName = z.enum(games.map((game) => game.code) as [GameCode, ...GameCode[]])

export const listGames = endpoint({
  method: 'GET',
  path: '/games',
  summary: 'The games, in the order they are shown',
  who: 'anyone',
  input: z.strictObject({}),
  output: z.strictObject({
    items: z.array(
      z.strictObject({
        code: GameName,
        family: z.enum(['k3', 'pk10', 'ssc', 'x11_5']),
        intervalSec: z.int(),
        drawsPerDay: z.int(),
      }),
    ),
  }),
  refuses: [],
  limit: 'read',
})
