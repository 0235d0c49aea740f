import { listGames } from '#contract/play/games'
import { games } from '#core/games/catalogue'
import { handleShared } from '../../services/calls/handle.ts'

export const listGamesHandler = handleShared(listGames, {
  source: null,
  run: async () => ({
    items: games.map(({ code, family, intervalSec, drawsPerDay }) => ({ code, family, intervalSec, drawsPerDay })),
  }),
})
