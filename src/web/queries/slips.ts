import { queryOptions } from '@tanstack/react-query'
import { listBets } from '#contract/play/bets'
import type { GameCode } from '#core/games/catalogue'
import { call } from '../client.ts'

/** The player's bets on the latest draw of a game that they bet on. */
export const latestBetsQuery = (game: GameCode) =>
  queryOptions({
    queryKey: ['bets', 'latest', game],
    // Without a connection it is said at once, rather than chosen whenever there is one again.
    networkMode: 'always',
    queryFn: async () => {
      const { items } = await call(listBets, { game })
      return items.filter(({ drawId }) => drawId === items[0]!.drawId)
    },
  })
